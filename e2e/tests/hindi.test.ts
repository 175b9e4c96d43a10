// The whole journey in Hindi. The SMS stay in English, as registered.
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { fill } from '@inaam/campaigns/public/fill.ts';
import { formatDate } from '@inaam/campaigns/public/format-date.ts';
import { expect, test } from 'vitest';
import { readCode, readVoucher, wrongCode } from '../support/product/sms-inbox.ts';
import { newShopper } from '../support/page-objects.ts';
import { usePhones } from '../support/browser/phone.ts';
import { localizedPage } from '../support/localized-page.ts';
import { respond } from '../support/api-calls.ts';

const phones = usePhones({ locale: 'hi-IN' });
const campaign = await loadCampaign('biscuit-2025');
const hindi = campaign.words('hi');
const { home, otp, wheel, reward, profile, errors, terms, notAllowed } = hindi;

test(
  'a phone set to Hindi has the whole journey in Hindi, from the notice to the voucher',
  { tags: ['long'] },
  async () => {
    const { page } = await phones.open();
    const localized = localizedPage(page, hindi);
    const shopper = newShopper();
    await page.goto('/');
    await localized.heading(notAllowed.message).waitFor();
    await localized.expectLanguage('hi');

    await localized.toForm();
    await localized.heading(home.headline).waitFor();
    const print = page.getByText(formatDate(campaign.programme.to, 'hi'));
    expect(await print.first().textContent()).toContain('15 सितंबर 2025');
    // The options are in Hindi; the server gets the name it knows.
    const names = await localized.form.state.locator('option').allTextContents();
    expect(names[1]).toBe('अंडमान और निकोबार द्वीपसमूह');
    expect(names).toContain('कर्नाटक');
    await localized.register(shopper);

    const sms = await readCode(shopper.mobile);
    const [before = '', after = ''] = otp.resendIn.split('{wait}');
    await page.getByText(new RegExp(`^${before}\\d+ सेकंड${after}$`)).waitFor();
    await localized.verify(sms);
    await localized.heading(wheel.title).waitFor();
    await page
      .getByRole('figure', { name: fill(wheel.description, { amounts: '3, 5, और 10' }) })
      .waitFor();
    await localized.spin();
    await localized.heading(reward.congratulations).waitFor();
    const { amount, text } = await readVoucher(shopper.mobile);
    await localized.sentence(fill(reward.won, { amount })).waitFor();
    expect(text).toMatch(/^Congratulations! Your Rs\. \d+ gift voucher/);
    await localized.openProfile();
    await localized.sentence(shopper.name).waitFor();
    await localized.button(terms.title).click();
    await localized.dialog(terms.title).getByText('₹3, ₹5 या ₹10').first().waitFor();
    await page.keyboard.press('Escape');
    await localized.button(profile.logout).click();
    await localized.notice.waitFor();
  },
);

test(
  'in Tamil Nadu the reward is fixed, and its state has its Hindi name',
  { tags: ['long'] },
  async () => {
    const { page } = await phones.open();
    const localized = localizedPage(page, hindi);
    const shopper = newShopper({ state: 'Tamil Nadu' });
    await localized.toForm();
    await localized.register(shopper);
    await localized.verify(await readCode(shopper.mobile));
    await localized.sentence(fill(reward.fixedNote, { state: 'तमिलनाडु', amount: 3 })).waitFor();
  },
);

test(
  'errors are in Hindi: from the forms, the server and the network',
  { tags: ['long'] },
  async () => {
    const phone = await phones.open();
    const { page } = phone;
    phone.allow(/status of 4\d\d/, /ERR_FAILED/);
    const localized = localizedPage(page, hindi);
    const shopper = newShopper();
    await localized.toForm();
    await localized.form.state.locator('option').nth(1).waitFor({ state: 'attached' });
    await localized.still();
    await localized.form.getOtp.click();
    const { nameRequired, mobileRequired, stateRequired, ageConsent, termsConsent } = home.errors;
    for (const error of [nameRequired, mobileRequired, stateRequired, ageConsent, termsConsent]) {
      await localized.sentence(error).waitFor();
    }
    await localized.register(shopper);
    const code = await readCode(shopper.mobile);
    await localized.verify(wrongCode(code));
    await localized.sentence(otp.errors.wrong).waitFor();
    await localized.button(otp.changeNumber).click();
    await localized.fill(shopper);
    await respond(page, 'register', { statusCode: 401, message: 'Gone' }, 1);
    await localized.form.getOtp.click();
    await localized.sentence(errors.sessionExpired).waitFor();
  },
);

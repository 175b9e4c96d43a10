// The whole road in Hindi, on a phone that is set to it: page, forms, faults, the server's
// refusals, wheel, reward. The SMS stay in English, as they are registered.
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { fill } from '@inaam/campaigns/public/fill.ts';
import { formatDate } from '@inaam/campaigns/public/format.ts';
import { expect, test } from 'vitest';
import { readCode, readVoucher, wrongCode } from '../support/sms-inbox.ts';
import { newShopper } from '../support/page-objects.ts';
import { usePhones } from '../support/phone.ts';
import { localizedPage } from '../support/localized-page.ts';
import { respond } from '../support/api-calls.ts';

const phones = usePhones({ locale: 'hi-IN' });
const campaign = await loadCampaign('biscuit-2025');
const hindi = campaign.words('hi');
const { home, otp, wheel, reward, profile, errors, terms, notAllowed } = hindi;

test('a phone that is set to Hindi goes the whole road in it, from the notice to the voucher', async () => {
  const { page } = await phones.open();
  const road = localizedPage(page, hindi);
  const shopper = newShopper();
  await page.goto('/');
  await road.heading(notAllowed.message).waitFor();
  await road.speaks('hi');

  await road.toForm();
  await road.heading(home.headline).waitFor();
  const print = page.getByText(formatDate(campaign.programme.to, 'hi'));
  expect(await print.first().textContent()).toContain('15 सितंबर 2025');
  // A list by its names in Hindi; what is sent is the name that the server knows.
  const names = await road.form.state.locator('option').allTextContents();
  expect(names[1]).toBe('अंडमान और निकोबार द्वीपसमूह');
  expect(names).toContain('कर्नाटक');
  await road.register(shopper);

  const sms = await readCode(shopper.mobile);
  await road.says(fill(otp.resendIn, { wait: '45 सेकंड' })).waitFor();
  await road.verify(sms);
  await road.heading(wheel.title).waitFor();
  await page
    .getByRole('figure', { name: fill(wheel.description, { amounts: '3, 5, और 10' }) })
    .waitFor();
  await road.spin();
  await road.heading(reward.congratulations).waitFor();
  const { amount, text } = await readVoucher(shopper.mobile);
  await road.says(fill(reward.won, { amount })).waitFor();
  expect(text).toMatch(/^Congratulations! Your Rs\. \d+ gift voucher/);
  await road.openProfile();
  await road.says(shopper.name).waitFor();
  await road.button(terms.title).click();
  await road.dialog(terms.title).getByText('₹3, ₹5 या ₹10').first().waitFor();
  await page.keyboard.press('Escape');
  await road.button(profile.logout).click();
  await road.notice.waitFor();
});

test('in Tamil Nadu the reward is fixed, and its state has its Hindi name', async () => {
  const { page } = await phones.open();
  const road = localizedPage(page, hindi);
  const shopper = newShopper({ state: 'Tamil Nadu' });
  await road.toForm();
  await road.register(shopper);
  await road.verify(await readCode(shopper.mobile));
  await road.says(fill(reward.fixedNote, { state: 'तमिलनाडु', amount: 3 })).waitFor();
});

test('what is wrong is said in Hindi: by the forms, by the server, and of the network', async () => {
  const phone = await phones.open();
  const { page } = phone;
  phone.allow(/status of 4\d\d/, /ERR_FAILED/);
  const road = localizedPage(page, hindi);
  const shopper = newShopper();
  await road.toForm();
  await road.form.state.locator('option').nth(1).waitFor({ state: 'attached' });
  await road.still();
  await road.form.getOtp.click();
  const { nameRequired, mobileRequired, stateRequired, ageConsent, termsConsent } = home.errors;
  for (const fault of [nameRequired, mobileRequired, stateRequired, ageConsent, termsConsent]) {
    await road.says(fault).waitFor();
  }
  await road.register(shopper);
  const code = await readCode(shopper.mobile);
  await road.verify(wrongCode(code));
  await road.says(otp.errors.wrong).waitFor();
  await road.button(otp.changeNumber).click();
  await road.fill(shopper);
  await respond(page, 'register', { statusCode: 401, message: 'Gone' }, 1);
  await road.form.getOtp.click();
  await road.says(errors.sessionExpired).waitFor();
});

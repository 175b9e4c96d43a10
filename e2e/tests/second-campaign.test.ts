// The same product on another campaign folder, with nothing changed but `CAMPAIGN`.
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { expect, test } from 'vitest';
import { campaignDemo } from '../support/campaign-demo.ts';
import {
  heading,
  newShopper,
  register,
  registration,
  sentence,
  shownAmount,
  spin,
  toForm,
  typeCode,
  wheel,
  won,
} from '../support/page-objects.ts';
import { localizedPage } from '../support/localized-page.ts';
import { usePhones, type Phone } from '../support/phone.ts';

const phones = usePhones();
const tea = campaignDemo('tea-demo');
const { smsMatching } = tea;

const openPhone = () => phones.open({ origin: tea.origin() });
const pathOf = ({ page }: Phone) => new URL(page.url()).pathname;

async function verified(phone: Phone, state: string) {
  const shopper = newShopper({ state });
  await toForm(phone);
  await register(phone.page, shopper);
  await typeCode(phone.page, await smsMatching(shopper.mobile, /^(\d{6}) is the OTP/));
  return shopper;
}

test('[CAM-5] a second folder is a second campaign: its own words, wheel, rewards and SMS', async () => {
  const phone = await openPhone();
  const { page } = phone;
  await page.goto('/');
  await page.getByText('It is inside the lid of the ₹20 pack of tea.').waitFor();
  await toForm(phone);
  expect(await page.title()).toBe('Inaam Tea Time');
  await heading(page, 'Brew a cup. Spin the wheel.').waitFor();
  await page.getByText('10 January 2026 to 31 March 2026').waitFor();
  expect(await registration(page).state.locator('option').count()).toBe(1 + 31);

  const shopper = newShopper({ state: 'Kerala' });
  await register(page, shopper);
  await typeCode(page, await smsMatching(shopper.mobile, /^(\d{6}) is the OTP/));
  await page
    .getByRole('figure', { name: 'A reward wheel with vouchers of ₹5, 10, 20 and 50.' })
    .waitFor();
  await spin(page);
  const amount = await shownAmount(page);
  expect(pathOf(phone)).toBe({ 5: '/tnreward', 10: '/reward' }[amount] ?? '/congrats');
  expect(await smsMatching(shopper.mobile, /your Rs\. (\d+) gift voucher/)).toBe(String(amount));
});

const expectFixed = async (state: string, amount: number, address: string) => {
  const phone = await openPhone();
  const { page } = phone;
  const { mobile } = await verified(phone, state);
  await won(page, amount).waitFor();
  expect(pathOf(phone)).toBe(address);
  await sentence(
    page,
    `In ${state} everyone who takes part gets a fixed reward of ₹${amount}.`,
  ).waitFor();
  await page.goto('/spin-wheel');
  await won(page, amount).waitFor();
  expect(await wheel(page).canvas.count()).toBe(0);
  expect(await smsMatching(mobile, /your Rs\. (\d+) gift voucher/)).toBe(String(amount));
};
test.each([['Tamil Nadu', 5, '/tnreward']] as const)(
  '[CAM-5] %s gets a fixed Rs. %i without a wheel, by data alone',
  expectFixed,
);
test.each([['Nagaland', 10, '/reward']] as const)(
  '[CAM-5] %s gets a fixed Rs. %i without a wheel, by data alone',
  { tags: ['long'] },
  expectFixed,
);

test(
  '[PER-1][PER-3] in Hindi, who has no session any more proves the number and has everything erased',
  { tags: ['long'] },
  async () => {
    const words = (await loadCampaign('tea-demo')).words('hi');
    const { consentNotice, home, otp, yourData } = words;
    const { mobile } = newShopper();
    const { page } = await phones.open({ origin: tea.origin(), locale: 'hi-IN' });
    const localized = localizedPage(page, words);
    await page.goto('/?utm_source=qrcode');
    await localized.still();
    // Neither erasure nor its code needs the consent that the notice asks for.
    await localized.button(consentNotice.title, localized.notice).click();
    await localized.button(yourData.title, localized.dialog(consentNotice.title)).click();
    const dialog = localized.dialog(yourData.title);
    await dialog.getByRole('heading', { name: yourData.deletedTitle }).waitFor();
    await dialog.getByRole('textbox', { name: home.mobile }).fill(mobile);
    await localized.button(home.getOtp, dialog).click();
    const code = await smsMatching(mobile, /^(\d{6}) is the OTP/);
    await dialog.getByRole('textbox', { name: otp.label }).fill(code);
    await dialog.getByRole('radio', { name: yourData.giveUp }).check();
    await localized.button(yourData.confirm, dialog).click();
    await dialog.getByText(yourData.erased).waitFor();
    await localized.button(yourData.finish, dialog).click();
    await localized.notice.waitFor();
  },
);

import { expect, test } from 'vitest';
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { changeResponse } from '../support/api-calls.ts';
import {
  profile,
  sentence,
  shownAmount,
  spin,
  toReward,
  toWheel,
  won,
} from '../support/page-objects.ts';
import { usePhones, withMotion } from '../support/phone.ts';
import { slowAnimations } from '../support/slow-animations.ts';

const phones = usePhones(withMotion);
const pieces = '.confetti i';

test("[REW-1][REW-3] confetti falls once and is then removed; the voucher's amount, delivery and validity fit on one small screen", async () => {
  const phone = await phones.open();
  await toWheel(phone);
  const { page } = phone;
  await slowAnimations(page);
  await spin(page);
  await page.locator(pieces).first().waitFor({ state: 'attached' });
  await page.waitForFunction(() => {
    const falls = document.getAnimations();
    for (const fall of falls) fall.finish();
    return falls.length > 0;
  });
  await page.locator(pieces).first().waitFor({ state: 'detached' });
  await page.waitForFunction(() => document.getAnimations().length === 0);
  expect(await page.locator('.confetti').count()).toBe(0);
  for (const text of [
    `You have won Rs. ${await shownAmount(page)}`,
    'Your gift voucher comes by SMS within 10 days.',
    'It is valid for 1 year.',
  ]) {
    const place = await page.getByText(text, { exact: true }).boundingBox();
    expect(place && place.y + place.height).toBeLessThan(740);
  }
});

test('[REW-3][PRF-1] the reward says where the voucher is, again when the shopper comes back from the SMS, and so does the profile', async () => {
  const phone = await phones.open();
  const { page } = phone;
  let voucher = 'sent';
  await changeResponse(page, 'getDetails', (resp) => ({ ...resp, statusCode: 200, voucher }));
  await toReward(phone);
  await sentence(page, 'It is on its way: we gave it to the SMS company.').waitFor();
  voucher = 'delivered';
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await sentence(page, 'The SMS has reached your phone.').waitFor();
  voucher = 'failed';
  await page.goto('/profile');
  const { failed } = (await loadCampaign('biscuit-2025')).words('en').reward.voucherStates;
  await sentence(page, failed).waitFor();
  expect(await profile(page).facts.count()).toBe(3);
});

test('[REW-1] there is none under reduced motion', async () => {
  const phone = await phones.open({ reducedMotion: 'reduce' });
  const amount = await toReward(phone);
  await won(phone.page, amount).waitFor();
  expect(await phone.page.locator('.confetti').count()).toBe(0);
  expect(await phone.page.evaluate(() => document.getAnimations().length)).toBe(0);
});

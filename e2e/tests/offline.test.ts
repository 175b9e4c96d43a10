// The page reports being offline, loses nothing typed, and repeats failed reads automatically.
import { unwrapResponse } from '@inaam/contract/envelope.ts';
import { expect, test } from 'vitest';
import {
  acceptPrivacy,
  closeNotification,
  codeForm,
  detailsForm,
  fillForm,
  heading,
  newShopper,
  notification,
  privacyNotice,
  profile,
  registration,
  sentence,
  shownAmount,
  spin,
  toCode,
  toForm,
  toProfile,
  toWheel,
  typeCode,
  wheel,
  won,
} from '../support/page-objects.ts';
import { usePhones } from '../support/browser/phone.ts';
import { readCode, readVoucher } from '../support/product/sms-inbox.ts';
import { callTo, abortCalls, recordRequests } from '../support/api-calls.ts';

const phones = usePhones();
const bar = 'You are offline. Nothing you have typed is lost.';

test('[ERR-2] being offline is shown as long as it lasts; the form waits to be submitted again; a call that the network drops once is repeated silently', async () => {
  const phone = await phones.open();
  const { page, context } = phone;
  phone.allow(/Failed to load resource/);
  await toForm(phone);
  const shopper = newShopper();
  await fillForm(page, shopper);
  const sent = recordRequests(page, 'register');
  await context.setOffline(true);
  await sentence(page, bar).waitFor();
  expect(await page.getByRole('status').filter({ hasText: bar }).count()).toBe(1);
  await registration(page).getOtp.click();
  await notification(page).getByText('You are offline', { exact: true }).waitFor();
  const [above, below] = await Promise.all([
    sentence(page, bar).boundingBox(),
    notification(page).boundingBox(),
  ]);
  expect(below?.y).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? Infinity));
  // Not repeated: there is no network.
  expect(sent).toHaveLength(1);
  await context.setOffline(false);
  await sentence(page, bar).waitFor({ state: 'detached' });
  expect(await registration(page).name.inputValue()).toBe(shopper.name);
  expect(sent).toHaveLength(1);
  await closeNotification(page);

  await abortCalls(page, 'register', 1);
  await registration(page).getOtp.click();
  await codeForm(page).otp.waitFor();
  expect(sent).toHaveLength(3);
  expect(await notification(page).count()).toBe(0);
});

test(
  '[ENT-1][ERR-2] a failed start is repeated automatically when the network is back',
  { tags: ['long'] },
  async () => {
    const phone = await phones.open();
    const { page, context } = phone;
    phone.allow(/ERR_FAILED/);
    await abortCalls(page, 'startSession', 2);
    await page.goto('/?utm_source=qrcode');
    await heading(page, 'Please check your network and try again').waitFor();
    await context.setOffline(true);
    await sentence(page, bar).waitFor();
    await context.setOffline(false);
    await acceptPrivacy(page);
    await registration(page).getOtp.waitFor();
  },
);

test(
  '[EDP-1][ERR-2] details that failed to load are fetched again when the network is back',
  { tags: ['long'] },
  async () => {
    const phone = await phones.open();
    const { page, context } = phone;
    phone.allow(/Failed to load resource/);
    const { name } = await toProfile(phone);
    await context.setOffline(true);
    await profile(page).edit.click();
    await notification(page).getByText('You are offline', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    await context.setOffline(false);
    await detailsForm(page).save.waitFor();
    expect(await detailsForm(page).name.inputValue()).toBe(name);
  },
);

test(
  '[OTP-4][ERR-2] a fixed reward that could not be requested is granted when the network is back',
  { tags: ['long'] },
  async () => {
    const phone = await phones.open();
    const { page, context } = phone;
    phone.allow(/Failed to load resource/, /warning: spin failed/);
    const shopper = newShopper({ state: 'Tamil Nadu' });
    await toCode(phone, shopper);
    await abortCalls(page, 'getReward', 2);
    await typeCode(page, await readCode(shopper.mobile));
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    await context.setOffline(true);
    await sentence(page, bar).waitFor();
    await context.setOffline(false);
    await won(page, 3).waitFor();
  },
);

test('[WHL-7][SES-6] a reward whose response was lost is the same after a reload, and nothing was shown before', async () => {
  const phone = await phones.open();
  const { page } = phone;
  phone.allow(/ERR_FAILED/, /warning: spin failed/);
  const { mobile } = await toWheel(phone);
  const granted: unknown[] = [];
  const call = callTo('getReward');
  await page.route(call, async (route) => {
    granted.push(unwrapResponse(await (await route.fetch()).text())?.['winType']);
    await route.abort();
  });
  await wheel(page).play.click();
  await notification(page).getByText('Please check your network and try again').waitFor();
  expect(granted).toHaveLength(2);
  expect(await wheel(page).outcome.count()).toBe(0);
  expect(await page.evaluate(() => sessionStorage.getItem('inaam'))).toContain('"winType":null');
  await page.reload();
  await page.unroute(call);
  await spin(page);
  const amount = await shownAmount(page);
  expect(granted).toEqual([amount, amount]);
  expect((await readVoucher(mobile)).amount).toBe(amount);
  expect(await privacyNotice(page).dialog.count()).toBe(0);
});

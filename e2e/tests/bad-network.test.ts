// The page reports being offline, loses nothing typed, and repeats failed reads automatically.
import { expect, test } from 'vitest';
import { unwrapResponse } from '@inaam/contract/envelope.ts';
import {
  codeForm,
  fillForm,
  newShopper,
  notification,
  registration,
  shownAmount,
  spin,
  toForm,
  privacyNotice,
  sentence,
  toWheel,
  typeCode,
  wheel,
} from '../support/page-objects.ts';
import { usePhones } from '../support/browser/phone.ts';
import { readCode, readVoucher } from '../support/product/sms-inbox.ts';
import { callTo, abortCalls, recordRequests } from '../support/api-calls.ts';

const phones = usePhones();
const bar = 'Don’t worry, nothing you typed is lost.';
const goesOn = 'We’ll carry on as soon as you’re back online.';

test('[ERR-2] being offline is said once and as long as it lasts; what was submitted goes on by itself, unless it was changed; a call that the network drops once is repeated silently', async () => {
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
  const { getOtp, name } = registration(page);
  await getOtp.click();
  await sentence(page, goesOn).waitFor();
  expect(await page.getByText('You are offline').count()).toBe(1);
  // Not repeated: there is no network.
  expect(sent).toHaveLength(1);
  await name.fill('Meera Nair');
  await sentence(page, bar).waitFor();
  await context.setOffline(false);
  await sentence(page, bar).waitFor({ state: 'detached' });
  expect(sent).toHaveLength(1);

  await context.setOffline(true);
  await getOtp.click();
  await sentence(page, goesOn).waitFor();
  await abortCalls(page, 'register', 1);
  await context.setOffline(false);
  await codeForm(page).otp.waitFor();
  expect(sent).toHaveLength(4);
  expect(await notification(page).count()).toBe(0);
  await typeCode(page, await readCode(shopper.mobile));

  await wheel(page).play.waitFor();
  const spun = recordRequests(page, 'getReward');
  phone.allow(/spin failed: NetworkFailed/);
  const logged = page.waitForEvent('console', (message) => message.text().includes('spin failed'));
  const place = await wheel(page).play.boundingBox();
  await context.setOffline(true);
  await sentence(page, bar).waitFor();
  expect(await wheel(page).play.boundingBox()).toEqual(place);
  await wheel(page).play.click();
  await sentence(page, goesOn).waitFor();
  await logged;
  expect(spun).toHaveLength(1);
  await context.setOffline(false);
  await shownAmount(page);
  expect(spun).toHaveLength(2);
});

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

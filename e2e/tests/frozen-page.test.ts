// Phones freeze background pages: timers wait while the network continues. On resume, each due
// timer fires once.
import { unwrapResponse } from '@inaam/contract/envelope.ts';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { callTo } from '../support/api-calls.ts';
import {
  codeForm,
  finishSpin,
  newShopper,
  notification,
  shownAmount,
  spin,
  toCode,
  toWheel,
  typeCode,
  wheel,
} from '../support/page-objects.ts';
import { usePhones } from '../support/browser/phone.ts';
import { readCode } from '../support/product/sms-inbox.ts';

const phones = usePhones();

/** The server's clock stood still: the first call has a wrong time, and is signed again. */
const wrongTime = /status of 401/;

const freezeForTenMinutes = (page: Page) => page.clock.fastForward('10:00');

test('[OTP-3] a page that was frozen while the code was awaited takes it, and asks for another at once', async () => {
  const phone = await phones.open({ clock: true });
  const { page } = phone;
  phone.allow(wrongTime);
  const shopper = newShopper();
  await toCode(phone, shopper);
  const { resend } = codeForm(page);
  expect(await resend.isEnabled()).toBe(false);
  await freezeForTenMinutes(page);
  await expect.poll(() => resend.isEnabled()).toBe(true);
  await typeCode(page, await readCode(shopper.mobile));
  await wheel(page).play.waitFor();
});

test('[SES-6][WHL-7] a page that was frozen while it asked for the reward shows the one that was granted', async () => {
  const phone = await phones.open({ clock: true });
  const { page } = phone;
  phone.allow(wrongTime, /warning: spin failed/);
  await toWheel(phone);
  const granted: unknown[] = [];
  const { promise: resumed, resolve: resume } = Promise.withResolvers<void>();
  const call = callTo('getReward');
  await page.route(call, async (route) => {
    granted.push(unwrapResponse(await (await route.fetch()).text())?.['winType']);
    await resumed;
    await route.abort();
  });
  await wheel(page).play.click();
  await expect.poll(() => granted.length).toBe(1);
  await freezeForTenMinutes(page);
  resume();
  await notification(page).getByText('Please check your network and try again').waitFor();
  await page.unroute(call);
  await spin(page);
  expect(await shownAmount(page)).toBe(granted[0]);
});

test('[WHL-6][SES-6] a page that was frozen while the wheel turned shows its reward', async () => {
  const phone = await phones.open({ clock: true });
  const { page } = phone;
  await toWheel(phone);
  const [answer] = await Promise.all([
    page.waitForResponse((response) => callTo('getReward')(new URL(response.url()))),
    wheel(page).play.click(),
  ]);
  const granted = unwrapResponse(await answer.text())?.['winType'];
  await freezeForTenMinutes(page);
  await finishSpin(page);
  expect(await shownAmount(page)).toBe(granted);
});

// On a server whose clock the test moves: no test waits for 300 seconds.
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { Shopper as Device } from '@inaam/testing/server/shopper/shopper.ts';
import { wrongCode } from '../support/product/sms-inbox.ts';
import {
  codeForm,
  newShopper,
  notification,
  sentence,
  toast,
  toCode,
  typeCode,
  wheel,
} from '../support/page-objects.ts';
import { useOwnServer } from '../support/product/own-server.ts';
import { usePhones, type Phone } from '../support/browser/phone.ts';
import { recordRequests } from '../support/api-calls.ts';
import { demoRateLimits } from '@inaam/demo/settings.ts';
import { countCodeMessages } from '@inaam/testing/server/database/database-queries.ts';

const phones = usePhones();
const expired = 'OTP expired';
const wrong = 'Please enter a valid OTP';
const resent = 'OTP sent again.';

const own = useOwnServer();

/** A phone whose clock agrees with the server's, and moves with it. */
const openPhone = () =>
  phones.open({
    origin: own.origin,
    clock: own.server.time.wall,
  });

async function moveClocks({ page }: Phone, seconds: number): Promise<void> {
  own.server.time.wall += seconds * 1000;
  await page.clock.fastForward(seconds * 1000);
}

const otherCode = (wait: string) =>
  `For safety, enter the OTPs from our last two SMS. Enter the other one too, or tap Resend OTP in ${wait}.`;

async function expectMessage(page: Page, code: string, text: string): Promise<void> {
  await typeCode(page, code);
  await sentence(page, text).waitFor();
  expect(await codeForm(page).otp.getAttribute('aria-invalid')).toBe('true');
  expect(await notification(page).count()).toBe(0);
}

async function requestAnotherCode(phone: Phone): Promise<void> {
  const { page } = phone;
  await codeForm(page).resend.click();
  await toast(page).getByText(resent).waitFor();
  await codeForm(page).countdown.waitFor();
  expect(await codeForm(page).resend.isDisabled()).toBe(true);
}

async function requestCodes(phone: Phone, count: number): Promise<void> {
  const { page } = phone;
  for (let sent = 1; sent < count; sent += 1) {
    await moveClocks(phone, 61);
    await codeForm(page).countdown.waitFor({ state: 'detached' });
    await requestAnotherCode(phone);
    await page.clock.fastForward(6000);
    await toast(page).waitFor({ state: 'detached' });
  }
}

describe('a code', () => {
  test('[ERR-7][OTP-5] has five tries: after five wrong ones the right one is reported as expired, and a new one works', async () => {
    const phone = await openPhone();
    const { page } = phone;
    phone.allow(/status of 400 .*verifyOTP/);
    const shopper = newShopper();
    await toCode(phone, shopper);
    const code = await own.codeOf(phone, shopper.mobile);
    const tries = recordRequests(page, 'verifyOtp');
    for (let count = 1; count <= 5; count += 1) {
      await expectMessage(page, wrongCode(code), wrong);
      // The message stays until something else is typed.
      await codeForm(page).otp.fill('');
      await sentence(page, wrong).waitFor({ state: 'detached' });
    }
    await expectMessage(page, code, expired);
    expect(tries).toHaveLength(6);
    expect(await codeForm(page).resend.isDisabled()).toBe(true);
    await moveClocks(phone, 61);
    await codeForm(page).countdown.waitFor({ state: 'detached' });
    await requestAnotherCode(phone);
    const fresh = await own.codeOf(phone, shopper.mobile);
    expect(fresh).not.toBe(code);
    await typeCode(page, fresh);
    await wheel(page).play.waitFor();
  });

  test('[OTP-6][OTP-2] requested too often, two of the next codes are needed, and the form says so', async () => {
    const phone = await openPhone();
    const { page } = phone;
    phone.allow(/status of 429 .*verifyOTP/);
    const shopper = newShopper();
    const { mobile } = shopper;
    await toCode(phone, shopper);
    await requestCodes(phone, 5);
    // The fifth one of the day: from now on, the countdown is the server's.
    expect(await codeForm(page).countdown.textContent()).toMatch(/ in [45] minutes$/);
    const first = (await new Device(own.server).newestCode(mobile)) ?? '';
    await expectMessage(page, first, otherCode('5 minutes'));
    await moveClocks(phone, 301);
    await codeForm(page).countdown.waitFor({ state: 'detached' });
    await requestAnotherCode(phone);
    const second = (await new Device(own.server).newestCode(mobile)) ?? '';
    await typeCode(page, second);
    await wheel(page).play.waitFor();
  });
});

// On a server that requires a proof of work for every code.

const proving = useOwnServer(() => ({
  rateLimits: { ...demoRateLimits, budget: { ...demoRateLimits.budget, freeCodes: 0 } },
}));
test('[OTP-2][API-4] the page proves its work by itself, without crypto.subtle, for a code and for another one', async () => {
  const phone = await phones.open({
    origin: proving.origin,
    clock: proving.server.time.wall,
  });
  const { page } = phone;
  // Plain HTTP outside localhost has no crypto.subtle: the page must not need it.
  await page.addInitScript(() =>
    Object.defineProperty(globalThis.crypto, 'subtle', { value: undefined }),
  );
  phone.allow(/status of 429 .*(register|resendOtp)/);
  const shopper = newShopper();
  const registered = recordRequests(page, 'register');
  await toCode(phone, shopper);
  expect(registered).toHaveLength(2);
  expect(await countCodeMessages(proving.server, shopper.mobile)).toBe(1);

  proving.server.time.wall += 61_000;
  await page.clock.fastForward(61_000);
  const resent = recordRequests(page, 'resendOtp');
  await codeForm(page).resend.click();
  await toast(page).waitFor();
  expect(resent).toHaveLength(2);
  expect(await countCodeMessages(proving.server, shopper.mobile)).toBe(2);
});

import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { readCode, smsTo } from '../support/product/sms-inbox.ts';
import {
  codeForm,
  newShopper,
  register,
  registration,
  sentence,
  toCode,
  wheel,
} from '../support/page-objects.ts';
import { usePhones } from '../support/browser/phone.ts';
import { fieldsOf, recordRequests, respond } from '../support/api-calls.ts';
import { pauseClock } from '../support/browser/page-time.ts';

const phones = usePhones();

test('[OTP-7][OTP-3] the field asks the phone for the code of the SMS, which names the site, and for its numeric keypad; it has the focus, and accepts a pasted code, which is sent by itself', async () => {
  const phone = await phones.open({
    permissions: ['clipboard-read', 'clipboard-write'],
    clock: true,
  });
  const { page } = phone;
  const shopper = newShopper();
  await toCode(phone, shopper);
  const { otp } = codeForm(page);
  // Its six cells are one field.
  expect(await page.getByRole('textbox').count()).toBe(1);
  expect(await otp.getAttribute('autocomplete')).toBe('one-time-code');
  expect(await otp.getAttribute('inputmode')).toBe('numeric');
  // A number field would drop a leading zero; a password field is wrong for a code from an SMS.
  expect(await otp.evaluate((field) => field instanceof HTMLInputElement && field.type)).toBe(
    'text',
  );
  // While the loader fades, nothing has the focus.
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  expect(await otp.evaluate((field) => field === document.activeElement)).toBe(true);

  const code = await readCode(shopper.mobile);
  const [sms = ''] = await smsTo(shopper.mobile);
  // The line that binds the code to the site.
  const lines = sms.split('\n');
  expect(lines.at(-1)).toBe(`@${new URL(phone.origin).hostname} #${code}`);
  expect(lines.at(-2)).toBe('');

  // Any separator between the digits works. Typing all of them would submit the code.
  await pauseClock(page);
  for (const copied of [
    `${code.slice(0, 3)} ${code.slice(3)}`,
    Array.from(code).join('-'),
    sms,
    `For your Rs. 10 reward the OTP is ${code}.`,
    code,
  ]) {
    await page.evaluate((text) => navigator.clipboard.writeText(text), copied);
    await otp.fill('');
    await otp.press('Control+V');
    expect(await otp.inputValue(), copied).toBe(code);
  }
  await page.clock.runFor(500);
  await wheel(page).play.waitFor();
});

/** In the page: fakes WebOTP; the test decides when the SMS arrives or is refused. */
function fakeWebOtp(): void {
  const requests: { transport: unknown; isOver: () => boolean }[] = [];
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  Reflect.set(window, 'OTPCredential', () => {});
  Object.defineProperty(navigator, 'credentials', {
    value: {
      get: (request: { otp: { transport: unknown }; signal: AbortSignal }) => {
        requests.push({ transport: request.otp.transport, isOver: () => request.signal.aborted });
        return promise;
      },
    },
  });
  Reflect.set(window, 'webOtp', {
    requests: () => requests.map(({ transport, isOver }) => ({ transport, isOver: isOver() })),
    deliver: (code: string) => resolve({ code }),
    decline: () => reject(new DOMException('Declined.', 'AbortError')),
  });
}

const nonsenseCount = 8;

/** In the page: each request gets another response, none of which is a code. */
function spoilWebOtp(): void {
  let asked = 0;
  const answers: (() => unknown)[] = [
    () => {
      throw new DOMException('Not allowed.', 'SecurityError');
    },
    () => undefined,
    () => 7,
    () => ({ code: '' }),
    () => Promise.resolve(null),
    () => Promise.resolve({ code: 123_456 }),
    () => Promise.resolve({ code: '12345678' }),
    () => Promise.resolve({ code: '123456 or 654321' }),
  ];
  const get = () => {
    asked += 1;
    Reflect.set(window, 'asked', asked);
    return answers[asked - 1]?.();
  };
  Reflect.set(window, 'OTPCredential', () => {});
  Object.defineProperty(navigator, 'credentials', { value: { get } });
}

const webOtp = (page: Page, what: 'requests' | 'deliver' | 'decline', code = '') =>
  page.evaluate(
    ({ name, text }) => {
      const stub: unknown = Reflect.get(window, 'webOtp');
      const method: unknown = Reflect.get(Object(stub), name);
      return typeof method === 'function' ? (method(text) as unknown) : null;
    },
    { name: what, text: code },
  );

describe('a browser with WebOTP', () => {
  const open = () => phones.open({ before: (page) => page.addInitScript(fakeWebOtp) });

  test('[OTP-7] is asked again for another number, and fills in and sends the code when the SMS arrives; the request ends with the form', async () => {
    const phone = await open();
    const { page } = phone;
    await toCode(phone, newShopper());
    const pending = { transport: ['sms'], isOver: false };
    const requests = () => webOtp(page, 'requests');
    await expect.poll(requests).toEqual([pending]);
    await codeForm(page).changeNumber.click();
    await registration(page).getOtp.waitFor();
    const over = { transport: ['sms'], isOver: true };
    await expect.poll(requests).toEqual([over]);
    const shopper = newShopper();
    await register(page, shopper);
    await expect.poll(requests).toEqual([over, pending]);
    const code = await readCode(shopper.mobile);
    await codeForm(page).otp.pressSequentially('12');
    const tries = recordRequests(page, 'verifyOtp');
    await webOtp(page, 'deliver', code);
    await wheel(page).play.waitFor();
    expect(tries.map((one) => fieldsOf(one)['otp'])).toEqual([code]);
    await expect.poll(requests).toEqual([over, over]);
  });

  test('[OTP-7] that throws or answers nonsense leaves the field alone', async () => {
    const phone = await phones.open({ before: (page) => page.addInitScript(spoilWebOtp) });
    const { page } = phone;
    await respond(page, 'register', { statusCode: 200, resendAfter: 60 });
    const tries = recordRequests(page, 'verifyOtp');
    await toCode(phone, newShopper());
    const { otp, changeNumber } = codeForm(page);
    const asked = () => page.evaluate(() => Reflect.get(window, 'asked') as unknown);
    for (let times = 1; times <= nonsenseCount; times++) {
      await otp.pressSequentially('12');
      await expect.poll(asked).toBe(times);
      expect(await otp.inputValue()).toBe('12');
      await changeNumber.click();
      await registration(page).getOtp.click();
    }
    expect(tries).toEqual([]);
  });

  test(
    '[OTP-7] leaves the field to be typed into if the shopper declines',
    { tags: ['long'] },
    async () => {
      const phone = await open();
      const { page } = phone;
      const shopper = newShopper();
      await toCode(phone, shopper);
      await webOtp(page, 'decline');
      expect(await sentence(page, 'Please enter a valid otp').count()).toBe(0);
      await codeForm(page).otp.fill(await readCode(shopper.mobile));
      await wheel(page).play.waitFor();
    },
  );
});

// Autofill, paste and WebOTP.
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { readCode, smsTo } from '../support/sms-inbox.ts';
import {
  codeForm,
  newShopper,
  register,
  registration,
  sentence,
  toCode,
  wheel,
} from '../support/page-objects.ts';
import { usePhones } from '../support/phone.ts';
import { recordRequests } from '../support/api-calls.ts';

const phones = usePhones();

describe('the field for the code', () => {
  test('[OTP-7] asks the phone for the code of the SMS and for its numeric keypad, and has the focus', async () => {
    const phone = await phones.open();
    await toCode(phone, newShopper());
    const { otp } = codeForm(phone.page);
    expect(await otp.getAttribute('autocomplete')).toBe('one-time-code');
    expect(await otp.getAttribute('inputmode')).toBe('numeric');
    // A number field would drop a leading zero; a password field is wrong for a code from an SMS.
    expect(await otp.evaluate((field) => field instanceof HTMLInputElement && field.type)).toBe(
      'text',
    );
    // While the loader fades, nothing has the focus.
    await phone.page.getByRole('alertdialog').waitFor({ state: 'detached' });
    expect(await otp.evaluate((field) => field === document.activeElement)).toBe(true);
  });

  test('[OTP-7] accepts a pasted code, whatever is between its digits', async () => {
    const phone = await phones.open({ permissions: ['clipboard-read', 'clipboard-write'] });
    const { page } = phone;
    const shopper = newShopper();
    await toCode(phone, shopper);
    const code = await readCode(shopper.mobile);
    const { otp, verify } = codeForm(page);
    const [sms = ''] = await smsTo(shopper.mobile);
    for (const copied of [
      `${code.slice(0, 3)} ${code.slice(3)}`,
      Array.from(code).join('-'),
      sms,
      code,
    ]) {
      await page.evaluate((text) => navigator.clipboard.writeText(text), copied);
      await otp.fill('');
      await otp.press('Control+V');
      expect(await otp.inputValue(), copied).toBe(code);
    }
    await verify.click();
    await wheel(page).play.waitFor();
  });
});

describe('the SMS', () => {
  test('[OTP-7] ends with the line that binds its code to the site', async () => {
    const phone = await phones.open();
    const shopper = newShopper();
    await toCode(phone, shopper);
    const code = await readCode(shopper.mobile);
    const [text = ''] = await smsTo(shopper.mobile);
    const lines = text.split('\n');
    expect(lines.at(-1)).toBe(`@${new URL(phone.origin).hostname} #${code}`);
    expect(lines.at(-2)).toBe('');
  });
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

/** Calls what `fakeWebOtp` has installed. */
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

  test('[OTP-7] fills in the code when the SMS arrives, and the request ends with the form', async () => {
    const phone = await open();
    const { page } = phone;
    const shopper = newShopper();
    await toCode(phone, shopper);
    expect(await webOtp(page, 'requests')).toEqual([{ transport: ['sms'], isOver: false }]);
    const code = await readCode(shopper.mobile);
    const tries = recordRequests(page, 'verifyOtp');
    await webOtp(page, 'deliver', code);
    await expect.poll(() => codeForm(page).otp.inputValue()).toBe(code);
    // The shopper still has to submit it.
    expect(tries).toEqual([]);
    await codeForm(page).verify.click();
    await wheel(page).play.waitFor();
    expect(await webOtp(page, 'requests')).toEqual([{ transport: ['sms'], isOver: true }]);
  });

  test('[OTP-7] leaves the field to be typed into if the shopper declines', async () => {
    const phone = await open();
    const { page } = phone;
    const shopper = newShopper();
    await toCode(phone, shopper);
    await webOtp(page, 'decline');
    await codeForm(page).otp.fill(await readCode(shopper.mobile));
    expect(await sentence(page, 'Please enter a valid otp').count()).toBe(0);
    await codeForm(page).verify.click();
    await wheel(page).play.waitFor();
  });

  test('[OTP-7] is asked again for another number', async () => {
    const phone = await open();
    const { page } = phone;
    await toCode(phone, newShopper());
    await codeForm(page).changeNumber.click();
    await registration(page).getOtp.waitFor();
    expect(await webOtp(page, 'requests')).toEqual([{ transport: ['sms'], isOver: true }]);
    await register(page, newShopper());
    expect(await webOtp(page, 'requests')).toEqual([
      { transport: ['sms'], isOver: true },
      { transport: ['sms'], isOver: false },
    ]);
  });
});

import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { wrongCode, readCode, smsTo } from '../support/product/sms-inbox.ts';
import {
  notification,
  codeForm,
  fillForm,
  newShopper,
  privacyNotice,
  registration,
  sentence,
  toCode,
  toForm,
  typeCode,
  wheel,
  register,
} from '../support/page-objects.ts';
import { usePhones } from '../support/browser/phone.ts';
import { respond, changeResponse, fieldsOf, recordRequests } from '../support/api-calls.ts';
import { pauseClock } from '../support/browser/page-time.ts';

const phones = usePhones();

const secondsLeft = async (page: Page) =>
  Number(/\d+/.exec((await codeForm(page).countdown.textContent()) ?? '')?.[0]);

/** Six digits at most; missing ones are reported without a call. */
async function expectDigitsChecked(page: Page): Promise<void> {
  const tries = recordRequests(page, 'verifyOtp');
  const { otp, verify } = codeForm(page);
  const missing = sentence(page, 'Please enter a valid otp');
  await verify.click();
  await missing.waitFor();
  await otp.pressSequentially('12a3 4');
  expect(await otp.inputValue()).toBe('1234');
  await missing.waitFor({ state: 'detached' });
  await verify.click();
  await missing.waitFor();
  await otp.pressSequentially('5');
  await verify.click();
  await missing.waitFor();
  expect(tries).toEqual([]);
}

/** Each refusal shows its message at the field, and no notification. */
async function expectRefusalsShown(page: Page): Promise<void> {
  const refusals: [string, string][] = [
    ['expiredOtp', 'OTP expired'],
    ['invalidData', 'Please try again'],
    ['tryAgain', 'Please wait for 3 hours.'],
    ['invalidOtp', 'Please enter a valid OTP'],
  ];
  for (const [messageId, expected] of refusals) {
    const message = messageId === 'tryAgain' ? expected : 'The server says something else.';
    await respond(page, 'verifyOtp', { statusCode: 400, messageId, message }, 1);
    await typeCode(page, '123456');
    await sentence(page, expected).waitFor();
    const alerts = page.getByRole('alert').getByText(/\w/).or(notification(page));
    expect(await alerts.count(), messageId).toBe(0);
  }
}

test('[VAL-5][ERR-7][ERR-1][OTP-3] a code has six digits, each refusal has its sentence, the character winces, and the right code leads to the wheel', async () => {
  const phone = await phones.open();
  const { page } = phone;
  phone.allow(/status of 4\d\d .*verifyOTP/);
  const shopper = newShopper();
  await toCode(phone, shopper);
  // Tall enough for a thumb, although it is in a line of text.
  expect((await codeForm(page).changeNumber.boundingBox())?.height).toBeGreaterThan(43.9);
  await expectDigitsChecked(page);
  await expectRefusalsShown(page);

  const code = await readCode(shopper.mobile);
  const tries = recordRequests(page, 'verifyOtp');
  const wrong = sentence(page, 'Please enter a valid OTP');
  const character = (mood: string) => page.locator(`#root .character[data-mood=${mood}]`);
  await codeForm(page).otp.fill('');
  await wrong.waitFor({ state: 'detached' });
  await character('waiting').waitFor();
  await typeCode(page, wrongCode(code));
  await wrong.waitFor();
  await character('wince').waitFor();
  expect(await codeForm(page).otp.getAttribute('aria-invalid')).toBe('true');
  await typeCode(page, code);
  await wheel(page).play.waitFor();
  expect(tries.map((one) => fieldsOf(one)['otp'])).toEqual([wrongCode(code), code]);
});

test(
  '[OTP-3] six digits are sent by themselves, the same wrong code never twice, and a correction waits for Verify',
  { tags: ['long'] },
  async () => {
    const phone = await phones.open({ clock: true });
    const { page } = phone;
    phone.allow(/status of 400 .*verifyOTP/);
    const shopper = newShopper();
    await toCode(phone, shopper);
    const code = await readCode(shopper.mobile);
    const wrong = wrongCode(code);
    const tries = recordRequests(page, 'verifyOtp');
    const { otp, verify } = codeForm(page);
    await pauseClock(page);
    await otp.pressSequentially(wrong);
    await page.clock.runFor(499);
    expect(tries).toHaveLength(0);
    await page.clock.runFor(1);
    await sentence(page, 'Please enter a valid OTP').waitFor();
    expect(tries).toHaveLength(1);

    // Typing now replaces the refused code.
    await otp.pressSequentially(wrong);
    expect(await otp.inputValue()).toBe(wrong);
    await page.clock.runFor(5000);
    await otp.press('Home');
    const digit = wrong.startsWith('9') ? '8' : '9';
    await otp.press(digit);
    expect(await otp.inputValue()).toBe(`${digit}${wrong.slice(1)}`);
    expect(await otp.evaluate((field: HTMLInputElement) => field.selectionStart)).toBe(1);
    await page.clock.runFor(5000);
    expect(tries).toHaveLength(1);
    await verify.click();
    await expect.poll(() => tries.length).toBe(2);
    await sentence(page, 'Please enter a valid OTP').waitFor();

    await otp.fill(code);
    await page.clock.runFor(500);
    await wheel(page).play.waitFor();
    expect(tries).toHaveLength(3);
  },
);

describe('Resend', () => {
  test('[OTP-1][OTP-2] is possible at 0 and not before, and restarts the countdown', async () => {
    const phone = await phones.open({ clock: true });
    const { page } = phone;
    const shopper = newShopper();
    await toForm(phone);
    // The server's clock is real: the changed response imitates the passing of time.
    await changeResponse(page, 'register', (resp) => ({
      ...resp,
      statusCode: 200,
      resendAfter: 60,
    }));
    await fillForm(page, shopper);
    await pauseClock(page);
    await registration(page).getOtp.click();
    const { resend, countdown } = codeForm(page);
    await countdown.waitFor();
    expect(await secondsLeft(page)).toBe(60);
    expect(await resend.isDisabled()).toBe(true);

    const resends = recordRequests(page, 'resendOtp');
    await respond(page, 'resendOtp', { statusCode: 200, resendAfter: 60 });
    await page.clock.fastForward(59_000);
    await expect.poll(() => secondsLeft(page)).toBe(1);
    expect(await resend.isDisabled()).toBe(true);
    await page.clock.fastForward(1000);
    await countdown.waitFor({ state: 'detached' });
    expect(await resend.isEnabled()).toBe(true);
    await resend.click();
    await sentence(page, 'OTP sent again.').waitFor();
    await countdown.waitFor();
    expect(await secondsLeft(page)).toBe(60);
    expect(await resend.isDisabled()).toBe(true);
    expect(resends).toHaveLength(1);
    const { userKey: _, t: __, ...fields } = fieldsOf(resends[0]);
    expect(fields).toEqual({});
  });
});

describe('a tab that was killed before the code arrived', () => {
  test('[ENT-9] a reload returns to the form for the same code', async () => {
    const phone = await phones.open();
    const { page } = phone;
    const shopper = newShopper();
    await toCode(phone, shopper);
    await page.reload();
    await codeForm(page).otp.waitFor();
    expect(await privacyNotice(page).dialog.count()).toBe(0);
    expect(await secondsLeft(page)).toBeGreaterThan(0);
    await page.getByText(`We’ve sent a 6-digit OTP to +91 ${shopper.mobile}.`).waitFor();
    await typeCode(page, await readCode(shopper.mobile));
    await wheel(page).play.waitFor();
    expect((await smsTo(shopper.mobile)).filter((text) => /OTP/.test(text))).toHaveLength(1);
  });
});

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
});

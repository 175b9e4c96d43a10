// A reload or an error loses no typed text, two taps count as one, fields declare their input type
// to the phone, and the countdown is rarely announced.
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { readCode } from '../support/product/sms-inbox.ts';
import {
  codeForm,
  detailsForm,
  fillForm,
  loader,
  newShopper,
  openDetails,
  privacyNotice,
  register,
  registration,
  sendCode,
  toast,
  toDetails,
  toForm,
  typeCode,
  wheel,
  entry,
} from '../support/page-objects.ts';
import { usePhones } from '../support/browser/phone.ts';
import { handleFirst, holdCalls, recordRequests, reply } from '../support/api-calls.ts';

const phones = usePhones();

/** The top one of two forms. */
const twice = (page: Page) =>
  page
    .locator('form')
    .last()
    .evaluate((form) => {
      if (!(form instanceof HTMLFormElement)) return;
      form.requestSubmit();
      form.requestSubmit();
    });

describe('registration', () => {
  test('[VAL-1][VAL-2][VAL-3][VAL-8] the phone knows what each field is; the caret stays where a character is stripped; an error moves the focus to its field and is announced with it', async () => {
    const phone = await phones.open();
    const { page } = phone;
    await toForm(phone);
    await expectFieldHints(page);
    await expectCaretKept(page);
    await fillForm(page, newShopper());
    const { mobile, getOtp } = registration(page);
    await mobile.fill('4');
    await getOtp.click();
    expect(await mobile.evaluate((field) => field === document.activeElement)).toBe(true);
    const readOut = await mobile.evaluate((field) =>
      (field.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map((id) => document.querySelector(`[id="${id}"]`)?.textContent)
        .join(' '),
    );
    expect(readOut).toContain('*Please enter a valid 10-digit number');
  });
});

async function expectCaretKept(page: Page): Promise<void> {
  const { name } = registration(page);
  await name.fill('Asha Rao');
  for (const key of ['Home', 'ArrowRight', 'ArrowRight', '7', '!']) await name.press(key);
  await name.press('x');
  expect(await name.inputValue()).toBe('Asxha Rao');
  expect(await name.evaluate((field: HTMLInputElement) => field.selectionStart)).toBe(3);
}

describe('the details', () => {
  test('[EDP-1][EDP-3][EDP-5] keep what is typed through a reload, cities of the chosen state too, and forget it with Back; two taps save once', async () => {
    const phone = await phones.open();
    const { page } = phone;
    await toDetails(phone);
    const { age, email, gender, state, city, back } = detailsForm(page);
    const before = await age.inputValue();
    await age.fill('41');
    await email.fill('asha@example.in');
    await gender('Female').check();
    await state.selectOption('Goa');
    await city.locator('option').nth(1).waitFor({ state: 'attached' });
    await city.selectOption({ index: 1 });
    const chosen = await city.inputValue();
    await page.reload();
    await city.locator('option').nth(2).waitFor({ state: 'attached' });
    expect(await age.inputValue()).toBe('41');
    expect(await email.inputValue()).toBe('asha@example.in');
    expect(await gender('Female').isChecked()).toBe(true);
    expect([await state.inputValue(), await city.inputValue()]).toEqual(['Goa', chosen]);
    await back.click();
    await openDetails(page);
    expect(await age.inputValue()).toBe(before);

    await age.fill('41');
    await gender('Male').check();
    await city.selectOption({ index: 1 });
    const saved = recordRequests(page, 'editDetails');
    await twice(page);
    await toast(page).getByText('Your details are saved.').waitFor();
    expect(saved).toHaveLength(1);
  });
});

describe('two taps at once', () => {
  test(
    '[HOM-4][OTP-3][HOM-5] are one registration, one code attempt, one answer to the notice',
    { tags: ['long'] },
    async () => {
      const phone = await phones.open();
      const { page } = phone;
      const shopper = newShopper();
      const consents = recordRequests(page, 'recordConsent');
      const registrations = recordRequests(page, 'register');
      const tries = recordRequests(page, 'verifyOtp');
      await page.goto(entry);
      await privacyNotice(page).yes.check();
      await twice(page);
      await privacyNotice(page).dialog.waitFor({ state: 'detached' });
      await fillForm(page, shopper);
      await twice(page);
      await sendCode(codeForm(page).otp, await readCode(shopper.mobile), 2);
      await wheel(page).play.waitFor();
      expect([consents.length, registrations.length, tries.length]).toEqual([1, 1, 1]);
    },
  );
});

/** The field attributes that select the phone's keyboard. */
async function expectFieldHints(page: Page): Promise<void> {
  const form = registration(page);
  const hintsOf = async (field: typeof form.name) => [
    await field.getAttribute('autocomplete'),
    await field.getAttribute('inputmode'),
    await field.getAttribute('enterkeyhint'),
  ];
  expect(await hintsOf(form.name)).toEqual(['name', null, 'next']);
  expect(await hintsOf(form.mobile)).toEqual(['tel-national', 'numeric', 'next']);
  expect(await hintsOf(form.state)).toEqual(['address-level1', null, null]);
  // High enough for a thumb, and typing letters selects a state.
  expect((await form.state.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await form.state.focus();
  await page.keyboard.type('Kar');
  expect(await form.state.inputValue()).toBe('Karnataka');
}

test(
  '[MOD-4] every step shows where the shopper is, and what comes next',
  { tags: ['long'] },
  async () => {
    const phone = await phones.open();
    const { page } = phone;
    const steps = page.getByRole('navigation', { name: 'Steps to your reward' });
    const shopper = newShopper();
    await toForm(phone);
    const letGo = await holdCalls(page, 'getReward');
    await steps.getByText('Step 1 of 4: Details', { exact: true }).waitFor();
    await register(page, shopper);
    await steps.getByText('Step 2 of 4: OTP', { exact: true }).waitFor();
    await typeCode(page, await readCode(shopper.mobile));
    await steps.getByText('Step 3 of 4: Spin', { exact: true }).waitFor();
    expect(await steps.locator('li').allTextContents()).toEqual([
      'Details',
      'OTP',
      'Spin',
      'Reward',
    ]);
    letGo();
  },
);

test('[HOM-1][ERR-6] a form that is being sent says so, keeps the focus on its button, and takes it again after a refusal that has no field', async () => {
  const phone = await phones.open();
  const { page } = phone;
  phone.allow(/status of 429 .*register/);
  await toForm(phone);
  await fillForm(page, newShopper());
  const { getOtp } = registration(page);
  const answer = Promise.withResolvers<void>();
  await handleFirst(page, 'register', 1, async (route) => {
    await answer.promise;
    await reply(route, { statusCode: 429, messageId: 'tryAgain', message: 'Please wait' });
  });
  await getOtp.press('Enter');
  await loader(page, 'Saving details...').waitFor();
  const state = () => getOtp.evaluate((it: HTMLButtonElement) => [it.ariaDisabled, it.disabled]);
  expect(await state()).toEqual(['true', false]);
  answer.resolve();
  await page.getByRole('alert').getByText('Please wait').waitFor();
  expect(await state()).toEqual([null, false]);
  await expect
    .poll(() => getOtp.evaluate((button) => button === document.activeElement))
    .toBe(true);
});

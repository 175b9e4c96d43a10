import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  codeForm,
  entry,
  fillForm,
  newShopper,
  notification,
  privacyNotice,
  registration,
  sentence,
  toForm,
  scanSentence,
} from '../support/page-objects.ts';
import { usePhones } from '../support/browser/phone.ts';
import { storedRegistration } from '../support/browser/browser-storage.ts';
import { respond, abortCalls, fieldsOf, recordRequests } from '../support/api-calls.ts';

const phones = usePhones();
const { states } = await loadCampaign('biscuit-2025');

const stateOptions = async (page: Page) =>
  (await registration(page).state.locator('option').allTextContents()).slice(1);

test('[HOM-1][HOM-4][SES-3] registering sends and stores name, number and state; the code form replaces the form', async () => {
  const phone = await phones.open();
  const { page } = phone;
  await toForm(phone);
  const sent = recordRequests(page, 'register');
  const shopper = newShopper({ name: '  Asha   Devi Rao ' });
  await fillForm(page, shopper);
  await registration(page).getOtp.click();
  await codeForm(page).otp.waitFor();
  expect(await registration(page).getOtp.count()).toBe(0);
  expect(new URL(page.url()).pathname).toBe('/');
  expect(sent).toHaveLength(1);
  const { mobile, state } = shopper;
  expect(fieldsOf(sent[0])).toMatchObject({
    name: 'Asha Devi Rao',
    mobile,
    state,
    agree1: true,
    limit: '',
  });
  expect(await storedRegistration(page)).toEqual({ name: 'Asha Devi Rao', mobile, state });
});

async function expectEmptyFormRefused(page: Page): Promise<void> {
  const { getOtp, name, mobile, state, agree } = registration(page);
  await getOtp.click();
  const missing = [
    '*Please enter your name',
    '*Please enter a 10-digit number',
    '*Please select a City',
    '*Please agree to the age consent',
    '*Please agree to the Terms & Conditions',
  ];
  for (const text of missing) await sentence(page, text).waitFor();
  for (const field of [name, mobile, state, agree]) {
    expect(await field.getAttribute('aria-invalid')).toBe('true');
  }
  await name.fill('Asha Rao');
  await mobile.fill('9876543210');
  await state.selectOption('Goa');
  await agree.check();
  for (const text of missing) expect(await sentence(page, text).count(), text).toBe(0);
  await agree.uncheck();
  await getOtp.click();
  for (const text of missing.slice(3)) await sentence(page, text).waitFor();
}

/** The tables are those of `contract/fields.test.ts`. */
async function expectNamesChecked(page: Page): Promise<void> {
  const { getOtp, name } = registration(page);
  const tooShort = sentence(page, '*Name must be at least 3 characters long');
  await name.fill(' Al ');
  await getOtp.click();
  await tooShort.waitFor();
  await name.fill('');
  await name.pressSequentially('As4ha-R.a@o!');
  await tooShort.waitFor({ state: 'detached' });
  expect(await name.inputValue()).toBe('AshaRao');
}

/** The tables are those of `contract/mobile-input.test.ts`. */
async function expectNumbersChecked(page: Page): Promise<void> {
  const { getOtp, mobile } = registration(page);
  const numberError = sentence(page, '*Please enter a valid 10-digit number');
  await mobile.fill('4987654321');
  await getOtp.click();
  await numberError.waitFor();
  await mobile.fill('');
  await mobile.pressSequentially('(+91)-98765-43210');
  await numberError.waitFor({ state: 'detached' });
  expect(await mobile.inputValue()).toBe('9876543210');
  await mobile.fill('98765432101');
  await numberError.waitFor();
  expect(await mobile.inputValue()).toBe('9876543210');
  await mobile.fill('');
  // Stripping digits other than India's country code would give 5123456789.
  await mobile.pressSequentially('+49 1512 3456789');
  expect(await mobile.inputValue()).toBe('4915123456');
}

test('[VAL-1][VAL-2][VAL-3][VAL-4] an empty form shows everything that is missing, names and numbers are checked, and nothing is sent', async () => {
  const phone = await phones.open();
  const { page } = phone;
  await toForm(phone);
  const sent = recordRequests(page, 'register');
  await expectEmptyFormRefused(page);
  await expectNamesChecked(page);
  await expectNumbersChecked(page);
  expect(sent).toEqual([]);
});

test('[HOM-2][HOM-3] the states come from the server, which sends the 35, and the fixed list is the same 35 when it does not', async () => {
  const phone = await phones.open();
  const { page } = phone;
  phone.allow(/ERR_FAILED/, /warning: states failed: NetworkFailed/);
  await page.goto(entry);
  await privacyNotice(page).dialog.waitFor();
  await expect.poll(() => stateOptions(page)).toHaveLength(35);
  const sent = await stateOptions(page);
  await respond(page, 'getStates', { statusCode: 200, states: ['Utopia', 'Goa'] }, 1);
  await page.goto(entry);
  await expect.poll(() => stateOptions(page)).toEqual(['Utopia', 'Goa']);
  await abortCalls(page, 'getStates');
  await page.goto(entry);
  await privacyNotice(page).dialog.waitFor();
  await expect.poll(() => stateOptions(page)).toEqual(sent);
  // The 35: `campaigns/tests/campaigns.test.ts`.
  expect(sent).toEqual(states);
  // A failed list is not the shopper's concern.
  expect(await notification(page).count()).toBe(0);
});

test("[ERR-6][ERR-1] the server's errors are shown at their field, others under the form", async () => {
  const phone = await phones.open();
  const { page } = phone;
  phone.allow(/status of 4\d\d .*register/);
  await toForm(phone);
  await fillForm(page, newShopper());
  const { getOtp, name, mobile } = registration(page);
  const message = 'The server says so.';

  await respond(page, 'register', { statusCode: 400, messageId: 'invalidMobile', message }, 1);
  await getOtp.click();
  await sentence(page, 'Invalid mobile number').waitFor();
  expect(await mobile.getAttribute('aria-invalid')).toBe('true');
  expect(await name.getAttribute('aria-invalid')).toBe('false');

  await respond(page, 'register', { statusCode: 400, messageId: 'invalidName', message }, 1);
  await getOtp.click();
  await sentence(page, 'Invalid name').waitFor();
  expect(await sentence(page, 'Invalid mobile number').count()).toBe(0);
  expect(await name.getAttribute('aria-invalid')).toBe('true');
  expect(await sentence(page, message).count()).toBe(0);

  for (const messageId of ['tryAgain', 'participationLimit']) {
    await respond(page, 'register', { statusCode: 400, messageId, message }, 1);
    await getOtp.click();
    await page.getByRole('main').getByText(message).waitFor();
    expect(await sentence(page, message).count(), messageId).toBe(1);
    expect(await notification(page).count(), messageId).toBe(0);
    await mobile.fill(newShopper().mobile);
    await sentence(page, message).waitFor({ state: 'detached' });
  }
  await getOtp.click();
  await codeForm(page).otp.waitFor();
});

/** Through the guard for all routes: its table is `web/session/navigation/guard.test.ts`. */
test('[ENT-2][NAV-5] without the QR code a route asks for a scan, and no session is created', async () => {
  const { page } = await phones.open();
  const sessions = recordRequests(page, 'startSession');
  const calls: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api/')) calls.push(request.url());
  });
  for (const path of ['/', '/spin-wheel', '/congrats', '/edit-profile']) {
    await page.goto(path);
    await scanSentence(page).waitFor();
    expect(await registration(page).getOtp.count(), path).toBe(0);
  }
  expect(sessions).toEqual([]);
  expect(calls).toEqual([]);
});

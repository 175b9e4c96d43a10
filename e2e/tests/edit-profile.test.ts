import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import {
  detailsForm,
  loader,
  newShopper,
  notification,
  openDetails,
  profile,
  sentence,
  toDetails,
  toProfile,
  toast,
} from '../support/page-objects.ts';
import { usePhones } from '../support/browser/phone.ts';
import { storedRegistration } from '../support/browser/browser-storage.ts';
import { respond, abortCalls, fieldsOf, holdCalls, recordRequests } from '../support/api-calls.ts';

const phones = usePhones();
const { cities, states } = await loadCampaign('biscuit-2025');
const message = 'The server says so.';

const pathOf = (page: Page) => new URL(page.url()).pathname;

const optionsOf = async (selector: Locator) =>
  (await selector.locator('option').allTextContents()).slice(1);

async function fillDetails(page: Page): Promise<void> {
  const { city, gender, age } = detailsForm(page);
  await city.selectOption({ index: 1 });
  await gender('Female').check();
  // As a Hindi keyboard may type it, and one for numbers end it.
  await age.fill('३४.');
}

/** Saves, and expects an error without a call. */
async function expectMessage(page: Page, text: string): Promise<void> {
  await detailsForm(page).save.click();
  await sentence(page, text).waitFor();
}

async function formValues(page: Page) {
  const form = detailsForm(page);
  const texts = [form.name, form.email, form.age, form.state, form.city];
  const [name, email, age, state, city] = await Promise.all(texts.map((one) => one.inputValue()));
  const genders = ['Male', 'Female', 'Prefer not to say'];
  const checked = await Promise.all(genders.map((one) => form.gender(one).isChecked()));
  return { name, email, age, state, city, gender: genders.filter((_, at) => checked[at]) };
}

describe('the details', () => {
  test("[EDP-1][EDP-2] are loaded under 'Fetching details...', and show all six as the server has them", async () => {
    const phone = await phones.open();
    const { page } = phone;
    phone.allow(/ERR_FAILED/);
    const { name, state } = await toProfile(phone);
    const letGo = await holdCalls(page, 'getDetails');
    const fetches = recordRequests(page, 'getDetails');
    await profile(page).edit.click();
    await loader(page, 'Fetching details...').waitFor();
    expect(await detailsForm(page).name.count()).toBe(0);
    letGo();
    await detailsForm(page).save.waitFor();
    expect(fetches).toHaveLength(1);
    const nothing = { city: '', email: '', age: '', gender: [] };
    expect(await formValues(page)).toEqual({ name, state, ...nothing });

    await detailsForm(page).back.click();
    await abortCalls(page, 'getDetails', 2);
    await profile(page).edit.click();
    await notification(page).getByText('Please check your network and try again').waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await detailsForm(page).save.waitFor();
    expect(await detailsForm(page).name.inputValue()).toBe(name);
    await detailsForm(page).back.click();
    await expectGendersShown(page);
    await expectOthersSent(page);
  });
});

async function expectGendersShown(page: Page): Promise<void> {
  const details = { name: 'Meera Nair', state: 'Goa', city: cities['Goa']?.[2] ?? '' };
  const more = { email: 'meera@example.in', age: '41', limit: '' };
  for (const [gender, shown] of [
    ['others', 'Prefer not to say'],
    ['female', 'Female'],
  ] as const) {
    const resp = { statusCode: 200, ...details, ...more, gender };
    await respond(page, 'getDetails', resp, 1);
    await openDetails(page);
    const { email, age } = more;
    await expect.poll(() => formValues(page)).toEqual({ ...details, email, age, gender: [shown] });
    await detailsForm(page).back.click();
  }
}

async function expectOthersSent(page: Page): Promise<void> {
  const { gender, city } = detailsForm(page);
  await openDetails(page);
  expect(await page.getByRole('radio').count()).toBe(3);
  const saves = recordRequests(page, 'editDetails');
  await fillDetails(page);
  await gender('Prefer not to say').check();
  await city.selectOption({ index: 2 });
  await detailsForm(page).save.click();
  await profile(page).title.waitFor();
  expect(fieldsOf(saves[0])['gender']).toBe('others');
}

/** Another state loads its cities from the server and clears the selected one. */
async function expectCitiesFollowState(page: Page): Promise<void> {
  const { state, city } = detailsForm(page);
  expect(await optionsOf(state)).toEqual([...states]);
  await expect.poll(() => optionsOf(city)).toEqual([...(cities['Karnataka'] ?? [])]);
  await city.selectOption({ index: 3 });
  expect(await city.inputValue()).not.toBe('');

  const fetches = recordRequests(page, 'getCities');
  await state.selectOption('Goa');
  expect(await city.inputValue()).toBe('');
  await expect.poll(() => optionsOf(city)).toEqual([...(cities['Goa'] ?? [])]);
  expect(await city.inputValue()).toBe('');
  expect(fetches.map((one) => fieldsOf(one)['state'])).toEqual(['Goa']);
  await city.selectOption({ index: 1 });
  // Back to the first state: the previous city is not selected again.
  await state.selectOption('Karnataka');
  await expect.poll(() => optionsOf(city)).toEqual([...(cities['Karnataka'] ?? [])]);
  expect(await city.inputValue()).toBe('');
  const saves = recordRequests(page, 'editDetails');
  await fillDetails(page);
  await city.selectOption('');
  await expectMessage(page, '*Please select a City');
  expect(saves).toEqual([]);
}

describe('saving', () => {
  test("[EDP-3][EDP-4][MOD-5] another state loads its cities; the form is sent under 'Saving details...'; the profile shows the new name, and so do the details", async () => {
    const phone = await phones.open();
    const { page } = phone;
    const { mobile, state } = await toDetails(phone, newShopper({ state: 'Karnataka' }));
    await expectCitiesFollowState(page);
    const { name, email, city, save } = detailsForm(page);
    await name.fill(' Asha   Devi Rao ');
    await email.fill('asha.rao@example.in');
    await fillDetails(page);
    const chosen = await city.inputValue();
    const saves = recordRequests(page, 'editDetails');
    const letGo = await holdCalls(page, 'editDetails');
    await save.click();
    await loader(page, 'Saving details...').waitFor();
    letGo();
    await toast(page).getByText('Your details are saved.').waitFor();
    await profile(page).title.waitFor();
    const saved = sentence(page, 'Your details are saved.');
    const place = await page.locator('.notice', { has: saved }).boundingBox();
    expect(740 - ((place?.y ?? 0) + (place?.height ?? 0))).toBeLessThan(60);
    expect(Math.abs((place?.x ?? 0) + (place?.width ?? 0) / 2 - 180)).toBeLessThan(10);
    // It is above Back.
    await toast(page).getByRole('button', { name: 'Close' }).click();
    await toast(page).waitFor({ state: 'detached' });
    expect(pathOf(page)).toBe('/profile');
    expect(await profile(page).facts.allTextContents()).toEqual(['Asha Devi Rao', mobile]);
    const { userKey: _, t: __, ...fields } = fieldsOf(saves[0]);
    const details = { state, city: chosen, email: 'asha.rao@example.in', age: '34' };
    expect(fields).toEqual({ ...details, name: 'Asha Devi Rao', gender: 'female' });
    expect(await storedRegistration(page)).toEqual({ name: 'Asha Devi Rao', mobile, state });

    await openDetails(page);
    await expect
      .poll(() => formValues(page))
      .toEqual({ ...details, name: 'Asha Devi Rao', gender: ['Female'] });
    expect(saves).toHaveLength(1);
  });
});

async function expectEmptyFormRefused(page: Page): Promise<void> {
  const saves = recordRequests(page, 'editDetails');
  const { name, state, city, age, save } = detailsForm(page);
  await name.fill('');
  await state.selectOption('');
  await save.click();
  const missing = [
    'Enter valid name',
    '*Please select a State',
    '*Please select a City',
    'Please select gender',
    'Enter age',
  ];
  for (const text of missing) await sentence(page, text).waitFor();
  for (const field of [name, state, city, age, page.getByRole('radiogroup')]) {
    expect(await field.getAttribute('aria-invalid')).toBe('true');
  }
  expect(await page.getByText(/email id/).count()).toBe(0);
  await name.fill('Asha Rao');
  await state.selectOption('Goa');
  await fillDetails(page);
  for (const text of missing) expect(await sentence(page, text).count(), text).toBe(0);
  expect(saves).toEqual([]);
}

/** The city must be missing. The tables are those of `contract/fields.test.ts`. */
async function expectNamesChecked(page: Page): Promise<void> {
  const { name } = detailsForm(page);
  const saves = recordRequests(page, 'editDetails');
  await name.fill('Al');
  await expectMessage(page, 'Enter valid name');
  expect(await name.getAttribute('aria-invalid')).toBe('true');
  await name.fill('');
  await name.pressSequentially('4As-ha.5');
  expect(await name.inputValue()).toBe('Asha');
  await expectMessage(page, '*Please select a City');
  expect(await sentence(page, 'Enter valid name').count()).toBe(0);
  expect(saves).toEqual([]);
}

async function expectEmailsChecked(page: Page): Promise<void> {
  const { email, save } = detailsForm(page);
  const saves = recordRequests(page, 'editDetails');
  await fillDetails(page);
  await email.fill('asha@example');
  await expectMessage(page, '*Enter valid email id');
  expect(await sentence(page, 'Please enter a valid email id').count()).toBe(0);
  const local = 'a'.repeat(60);
  await email.fill(`${local}@${'b'.repeat(17)}.in`);
  await expectMessage(page, 'Please enter a valid email id');
  expect(await sentence(page, '*Enter valid email id').count()).toBe(0);
  expect(saves).toEqual([]);

  await email.fill(`${local}@${'b'.repeat(16)}.in`);
  await respond(page, 'editDetails', { statusCode: 400, messageId: 'format', message }, 1);
  await expectMessage(page, 'Please enter a valid email id');
  expect(await email.getAttribute('aria-invalid')).toBe('true');
  // The server itself accepts 80.
  await save.click();
  await profile(page).title.waitFor();
}

describe('errors', () => {
  test('[VAL-6][VAL-7][VAL-8][VAL-9] everything that is missing is shown; names and email addresses are checked', async () => {
    const phone = await phones.open();
    const { page } = phone;
    phone.allow(/status of 400 .*editDetails/);
    await toDetails(phone);
    await expectNamesChecked(page);
    await expectEmptyFormRefused(page);
    await expectEmailsChecked(page);
  });
});

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  acceptPrivacy,
  backToHome,
  fillForm,
  profile,
  toForm,
  codeForm,
  entry,
  newShopper,
  privacyNotice,
  register,
  registration,
  sentence,
  statement,
} from '../support/page-objects.ts';
import { usePhones } from '../support/browser/phone.ts';
import { respond, fieldsOf, holdCalls, recordRequests } from '../support/api-calls.ts';

const phones = usePhones();
const refused =
  'Thank you! As per our campaign Terms and Conditions, you are not allowed to participate.';

test('[HOM-5] the notice covers HOME until the server has accepted a Yes', async () => {
  const { page } = await phones.open();
  const clicks = recordRequests(page, 'recordConsent');
  const letGo = await holdCalls(page, 'recordConsent');
  await page.goto(entry);
  const { dialog, yes, no, submit } = privacyNotice(page);
  await sentence(dialog, statement).waitFor();
  expect(await submit.isDisabled()).toBe(true);
  expect([await yes.isChecked(), await no.isChecked()]).toEqual([false, false]);
  expect(await yes.evaluate((box) => box === document.activeElement)).toBe(true);

  // Everything below it is inert, and Escape does not close it.
  expect(await dialog.evaluate((element) => element.matches(':modal'))).toBe(true);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  expect(await dialog.isVisible()).toBe(true);

  await yes.check();
  expect(await submit.isEnabled()).toBe(true);
  await yes.uncheck();
  expect(await submit.isDisabled()).toBe(true);
  await yes.check();
  await submit.click();
  await expect.poll(() => clicks.length).toBe(1);
  expect(await dialog.isVisible()).toBe(true);
  letGo();
  await dialog.waitFor({ state: 'detached' });
  expect(clicks.map((one) => fieldsOf(one)['agree'])).toEqual(['YES']);
});

test('[HOM-5][SES-7] it is asked once of a phone: not after a reload, Back, a 401 or in a new tab, but again after Logout, or for another version of it', async () => {
  const phone = await phones.open();
  const { page } = phone;
  phone.allow(/status of 401 .*register/);
  await toForm(phone);
  const clicks = recordRequests(page, 'recordConsent');
  const expectForm = async (tab: Page) => {
    await registration(tab).getOtp.waitFor();
    expect(await privacyNotice(tab).dialog.count()).toBe(0);
  };
  await page.reload();
  await expectForm(page);
  const later = await phone.newTab();
  await later.goto(entry);
  await expectForm(later);
  await page.bringToFront();
  await fillForm(page, newShopper());
  await backToHome(page);
  await expectForm(page);
  await fillForm(page, newShopper());
  await respond(page, 'register', { statusCode: 401, message: '' }, 1);
  await registration(page).getOtp.click();
  await page.getByText('Your session has been expired').waitFor();
  await expectForm(page);
  expect(clicks).toEqual([]);

  await page.evaluate(() => {
    const [version = '', userKey = ''] = (localStorage.getItem('inaam-notice') ?? '').split(' ');
    localStorage.setItem('inaam-notice', `${version.replace(/^./, 'x')} ${userKey}`);
  });
  await page.reload();
  await acceptPrivacy(page);
  expect(clicks).toHaveLength(1);
  await page.goto('/profile');
  await profile(page).logout.click();
  await privacyNotice(page).dialog.waitFor();
});

test(
  '[HOM-5][HOM-6] a remembered Yes that the server does not have is asked again',
  { tags: ['long'] },
  async () => {
    const phone = await phones.open();
    const { page } = phone;
    phone.allow(/status of 400 .*register/);
    await page.goto(entry);
    // Never reaches the server.
    await respond(page, 'recordConsent', { statusCode: 200 }, 1);
    await acceptPrivacy(page);
    await page.reload();
    // Text typed at the moment when the app replaces it is lost.
    await page.locator('#first-paint').waitFor({ state: 'detached' });
    const shopper = newShopper();
    await fillForm(page, shopper);
    await registration(page).getOtp.click();
    await privacyNotice(page).dialog.waitFor();
    await acceptPrivacy(page);
    await registration(page).getOtp.click();
    await codeForm(page).otp.waitFor();
  },
);

test('[HOM-6][HOM-5] the last one ticked counts: No, also after Yes, shows that the shopper cannot continue, and is sent to the server; Yes afterwards works', async () => {
  const { page } = await phones.open();
  const clicks = recordRequests(page, 'recordConsent');
  await page.goto(entry);
  const { dialog, yes, no, submit } = privacyNotice(page);
  await yes.check();
  await no.check();
  expect(await yes.isChecked()).toBe(false);
  await sentence(dialog, refused).waitFor();
  await expect.poll(() => clicks.map((one) => fieldsOf(one)['agree'])).toEqual(['NO']);
  expect(await submit.isDisabled()).toBe(true);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Enter');
  expect(await dialog.isVisible()).toBe(true);
  expect(await dialog.evaluate((element) => element.matches(':modal'))).toBe(true);

  await yes.check();
  expect(await no.isChecked()).toBe(false);
  await sentence(dialog, refused).waitFor({ state: 'detached' });
  await submit.click();
  await dialog.waitFor({ state: 'detached' });
  expect(clicks.map((one) => fieldsOf(one)['agree'])).toEqual(['NO', 'YES']);
  await register(page, newShopper());
});

test('[HOM-6] the server refuses a registration after a No, and names what is missing', async () => {
  const phone = await phones.open();
  const { page } = phone;
  phone.allow(/status of 400 .*register/);
  await page.goto(entry);
  const { dialog, yes, submit } = privacyNotice(page);
  // A Yes that never reached the server.
  await respond(page, 'recordConsent', { statusCode: 200 });
  await yes.check();
  await submit.click();
  await dialog.waitFor({ state: 'detached' });
  const shopper = newShopper();
  const { name, mobile, state, agree, getOtp } = registration(page);
  await name.fill(shopper.name);
  await mobile.fill(shopper.mobile);
  await state.selectOption(shopper.state);
  await agree.check();
  await getOtp.click();
  await sentence(page, 'Please answer the privacy notice first.').waitFor();
  expect(await codeForm(page).otp.count()).toBe(0);
});

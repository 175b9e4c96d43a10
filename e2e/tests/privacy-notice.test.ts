import { expect, test } from 'vitest';
import {
  codeForm,
  entry,
  newShopper,
  privacyNotice,
  register,
  registration,
  sentence,
  statement,
} from '../support/page-objects.ts';
import { usePhones } from '../support/phone.ts';
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

  // The answer is valid for this session only.
  await page.goto('/profile');
  await page.goto(entry);
  await dialog.waitFor();
});

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

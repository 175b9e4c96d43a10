import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { readCode } from '../support/product/sms-inbox.ts';
import {
  acceptPrivacy,
  detailsForm,
  menuIcon,
  profile,
  toDetails,
  entry,
  newShopper,
  register,
  registration,
  sentence,
  shownAmount,
  spin,
  toCode,
  typeCode,
  wheel,
  codeForm,
} from '../support/page-objects.ts';
import { usePhones, type Phone } from '../support/browser/phone.ts';
import { storedRegistration, storedSession } from '../support/browser/browser-storage.ts';
import { fieldsOf, recordRequests, respond } from '../support/api-calls.ts';

const phones = usePhones();

async function secondTab(phone: Phone): Promise<Page> {
  const tab = await phone.newTab();
  await tab.goto(entry);
  await acceptPrivacy(tab);
  return tab;
}

test(
  '[OTP-3][OTP-5][SES-1] in two tabs that registered two numbers, each verifies its own',
  { tags: ['long'] },
  async () => {
    const phone = await phones.open();
    const { page } = phone;
    const other = await secondTab(phone);
    const [first, second] = [newShopper({ name: 'Asha Rao' }), newShopper({ name: 'Ravi Das' })];
    await toCode(phone, first);
    await register(other, second);
    const calls = recordRequests(page, 'verifyOtp');
    await page.bringToFront();
    await page.getByText(`We’ve sent a 6-digit OTP to +91 ${first.mobile}.`).waitFor();
    await typeCode(page, await readCode(first.mobile));
    await wheel(page).play.waitFor();
    expect(fieldsOf(calls[0])['mobile']).toBe(first.mobile);
    expect((await storedSession(page))['user']).toMatchObject({
      name: 'Asha Rao',
      mobile: first.mobile,
    });

    const others = recordRequests(other, 'verifyOtp');
    await other.bringToFront();
    await typeCode(other, await readCode(second.mobile));
    await wheel(other).play.waitFor();
    // As in Spec 7 where nothing can be mistaken.
    expect(Object.keys(fieldsOf(others[0]))).not.toContain('mobile');

    await page.bringToFront();
    await menuIcon(page).click();
    expect(await profile(page).facts.allInnerTexts()).toEqual(['Asha Rao', first.mobile]);
  },
);

test('[PRF-1][EDP-4] a tab shows, changes and loses its own person alone, while another tab has another one', async () => {
  const phone = await phones.open();
  const { page } = phone;
  const own = await toDetails(phone, newShopper({ name: 'Asha Rao' }));
  // As another tab does.
  const other = { userName: 'Ravi Das', userMobile: newShopper().mobile, userState: 'Goa' };
  await page.evaluate((kept) => Object.assign(localStorage, kept), other);
  await page.reload();
  const { name, gender, age, state, city, save } = detailsForm(page);
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  await name.fill('Asha R Rao');
  await gender('Female').check();
  await age.fill('31');
  await state.selectOption('Karnataka');
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  await city.selectOption({ index: 1 });
  await save.click();
  await profile(page).title.waitFor();
  const { facts } = profile(page);
  expect(await facts.allInnerTexts()).toEqual(['Asha R Rao', own.mobile]);
  expect(await storedRegistration(page)).toEqual({
    name: other.userName,
    mobile: other.userMobile,
    state: other.userState,
  });

  await profile(page).back.click();
  await spin(page);
  await shownAmount(page);
  // It was erased there.
  phone.allow(/status of 401 .*getDetails/);
  await respond(page, 'getDetails', { statusCode: 401, message: 'No session' });
  await menuIcon(page).click();
  await sentence(page, 'Your session has been expired').waitFor();
  await registration(page).getOtp.waitFor();
  expect((await storedSession(page)).accessToken).toBeNull();
});

const claimed =
  'This mobile number has already claimed its reward. Its voucher is on its way by SMS.';

test('[SES-6][ERR-6] on another phone the right code is answered with the message, under the code', async () => {
  const phone = await phones.open();
  const { page } = phone;
  const shopper = newShopper();
  await toCode(phone, shopper);
  phone.allow(/status of 409 .*verifyOTP/);
  const refusal = { statusCode: 409, messageId: 'participationLimit', message: claimed };
  await respond(page, 'verifyOtp', refusal, 1);
  await typeCode(page, await readCode(shopper.mobile));
  await sentence(page, claimed).waitFor();
  expect(await page.getByText(claimed).count()).toBe(1);

  await codeForm(page).changeNumber.click();
  await registration(page).mobile.fill(newShopper().mobile);
  await registration(page).getOtp.click();
  await codeForm(page).otp.waitFor();
  expect(await page.getByText(claimed).count()).toBe(0);
});

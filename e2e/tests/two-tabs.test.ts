import { expect, test } from 'vitest';
import { readCode } from '../support/product/sms-inbox.ts';
import {
  detailsForm,
  menuIcon,
  profile,
  openDetails,
  newShopper,
  registration,
  sentence,
  shownAmount,
  spin,
  toCode,
  typeCode,
  wheel,
  codeForm,
} from '../support/page-objects.ts';
import { usePhones } from '../support/browser/phone.ts';
import { storedRegistration, storedSession } from '../support/browser/browser-storage.ts';
import { fieldsOf, recordRequests, respond } from '../support/api-calls.ts';

const phones = usePhones();

test('[OTP-3][OTP-5][PRF-1][EDP-4] a tab verifies, shows, changes and loses its own person alone, while another tab has another one', async () => {
  const phone = await phones.open();
  const { page } = phone;
  const own = newShopper({ name: 'Asha Rao' });
  await toCode(phone, own);
  // As another tab does.
  const other = { userName: 'Ravi Das', userMobile: newShopper().mobile, userState: 'Goa' };
  await page.evaluate((kept) => Object.assign(localStorage, kept), other);
  const tries = recordRequests(page, 'verifyOtp');
  await typeCode(page, await readCode(own.mobile));
  await wheel(page).play.waitFor();
  expect(fieldsOf(tries[0])['mobile']).toBe(own.mobile);
  await menuIcon(page).click();
  await openDetails(page);
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
  await expect.poll(() => facts.allInnerTexts()).toEqual(['Asha R Rao', own.mobile]);
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
  'This number has claimed already. Its voucher is on its way to that phone by SMS. Questions? Call 1800 000 0000.';

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

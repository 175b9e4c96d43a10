import { expect, test } from 'vitest';
import { respond } from '../support/api-calls.ts';
import { readCode, readVoucher, smsTo } from '../support/product/sms-inbox.ts';
import {
  acceptPrivacy,
  backToHome,
  codeForm,
  fillForm,
  newShopper,
  registration,
  sentence,
  shownAmount,
  spin,
  toCode,
  toReward,
  toWheel,
  typeCode,
  wheel,
  register,
} from '../support/page-objects.ts';
import { usePhones } from '../support/browser/phone.ts';

const phones = usePhones();
const claimed =
  'This mobile number has already claimed its reward. Its voucher is on its way by SMS.';

test('[SES-6][ERR-6][ERR-1] a number that has its reward gets a message under the form of its own phone', async () => {
  const phone = await phones.open();
  const { page } = phone;
  const shopper = newShopper();
  await toReward(phone, shopper);
  phone.allow(/status of 409 .*register/);
  await backToHome(page);
  await acceptPrivacy(page);
  await fillForm(page, { ...shopper, name: 'Ravi Iyer', state: 'Tamil Nadu' });
  await registration(page).getOtp.click();
  await sentence(page, claimed).waitFor();
  // Only under the form: no notification as well.
  expect(await page.getByText(claimed).count()).toBe(1);
  expect(await page.getByRole('main').getByText(claimed).count()).toBe(1);
  expect(await codeForm(page).otp.count()).toBe(0);
  expect((await smsTo(shopper.mobile)).filter((text) => /OTP/.test(text))).toHaveLength(1);

  // Another number continues in the same form.
  await registration(page).mobile.fill(newShopper().mobile);
  await sentence(page, claimed).waitFor({ state: 'detached' });
  await registration(page).getOtp.click();
  await codeForm(page).otp.waitFor();
});

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

test(
  '[SES-6][NAV-2] a participant who has not spun registers and verifies again, and then spins',
  { tags: ['long'] },
  async () => {
    const phone = await phones.open();
    const { page } = phone;
    const shopper = await toWheel(phone);
    await backToHome(page);
    await acceptPrivacy(page);
    // Within the minute no second SMS is sent; the first code is valid again on this phone. The
    // state of the first verification counts: still a wheel.
    await register(page, { ...shopper, state: 'Tamil Nadu' });
    await typeCode(page, await readCode(shopper.mobile));
    await wheel(page).play.waitFor();
    await spin(page);
    const amount = await shownAmount(page);
    expect((await readVoucher(shopper.mobile)).amount).toBe(amount);
  },
);

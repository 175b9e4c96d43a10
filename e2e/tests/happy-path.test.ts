import { expect, test } from 'vitest';
import { readVoucher } from '../support/product/sms-inbox.ts';
import {
  codeForm,
  entry,
  heading,
  loader,
  newShopper,
  privacyNotice,
  registration,
  sentence,
  shownAmount,
  spin,
  statement,
  typeCode,
  voucherNews,
  wheel,
  fillForm,
} from '../support/page-objects.ts';
import { usePhones, withMotion } from '../support/browser/phone.ts';
import { storedSession } from '../support/browser/browser-storage.ts';
import { holdCalls, recordRequests } from '../support/api-calls.ts';

const phones = usePhones(withMotion);
const screenOf = new Map([
  [3, '/tnreward'],
  [5, '/reward'],
  [10, '/congrats'],
]);

test('[ENT-1][HOM-1][HOM-5][OTP-1][OTP-3][WHL-1][REW-1][REW-3] a scan leads to a voucher SMS with the amount on the screen', async () => {
  const phone = await phones.open();
  const { page } = phone;
  const shopper = newShopper();

  const letSessionStart = await holdCalls(page, 'startSession');
  await page.goto(entry);
  await loader(page, 'Starting session...').waitFor();
  // It belongs to the first paint: the app has no form before there is a session.
  expect(await page.locator('#root form').count()).toBe(0);
  letSessionStart();

  const { dialog, yes, submit } = privacyNotice(page);
  await sentence(dialog, statement).waitFor();
  expect(await submit.isDisabled()).toBe(true);
  await yes.check();
  await submit.click();
  await dialog.waitFor({ state: 'detached' });

  const registered = recordRequests(page, 'register');
  await fillForm(page, shopper);
  await registration(page).getOtp.click();
  await codeForm(page).countdown.waitFor();
  expect(new URL(page.url()).pathname).toBe('/');
  expect(await registration(page).getOtp.count()).toBe(0);
  expect(registered).toHaveLength(1);
  const left = /\d+/.exec((await codeForm(page).countdown.textContent()) ?? '')?.[0];
  expect(Number(left)).toBeGreaterThan(0);
  expect(Number(left)).toBeLessThanOrEqual(60);

  // Reads the code on the demonstration's phone, with the mouse.
  const beside = await phone.newTab();
  await beside.goto('/demo/phone');
  await beside.getByRole('textbox', { name: 'Mobile number' }).fill(shopper.mobile);
  await beside.getByRole('button', { name: 'Show' }).click();
  const code = beside.getByRole('button', { name: /^Copy \d{6}$/ });
  await code.click();
  const digits = (await code.textContent()) ?? '';
  await sentence(beside, `${digits} copied`).waitFor();
  await page.bringToFront();
  await typeCode(page, digits);

  await wheel(page).figure.waitFor();
  expect(await wheel(page).canvas.count()).toBe(1);
  expect(new URL(page.url()).pathname).toBe('/spin-wheel');
  expect((await storedSession(page)).accessToken).toMatch(/^[\w-]{43}$/);

  await spin(page);
  const amount = await shownAmount(page);
  expect(new URL(page.url()).pathname).toBe(screenOf.get(amount));
  await heading(page, 'Congratulations!').waitFor();
  await voucherNews(page).waitFor();
  await sentence(page, 'It is valid for 1 year.').waitFor();

  expect((await readVoucher(shopper.mobile)).amount).toBe(amount);
  await beside.bringToFront();
  await beside.getByText(`Your Rs. ${amount} gift voucher`).waitFor();
});

// Withdrawal of consent and erasure by the shopper, with a session and without one.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  callTo,
  changeResponse,
  handleFirst,
  holdCalls,
  recordRequests,
  respond,
  fieldsOf,
} from '../support/api-calls.ts';
import {
  acceptPrivacy,
  dialogOf,
  entry,
  menuIcon,
  newShopper,
  notification,
  privacyNotice,
  profile,
  registration,
  sideMenu,
  toForm,
  toProfile,
  toReward,
  fillForm,
  codeForm,
  register,
  sentence,
  statement,
} from '../support/page-objects.ts';
import { usePhones, type Phone } from '../support/browser/phone.ts';
import { layoutProblems } from '../support/checks/visual-checks.ts';
import { readCode, readVoucher, wrongCode } from '../support/product/sms-inbox.ts';

const phones = usePhones();
const title = 'Your data and consent';
const erasedNow = 'Done. Your consent is withdrawn and your data is deleted.';

const yourData = (page: Page) => {
  const dialog = dialogOf(page, title);
  const button = (name: string) => dialog.getByRole('button', { name, exact: true });
  return {
    dialog,
    open: page.getByRole('button', { name: title, exact: true }),
    mobile: dialog.getByRole('textbox', { name: 'Mobile Number' }),
    otp: dialog.getByRole('textbox', { name: 'OTP' }),
    getOtp: button('Get OTP'),
    sendFirst: dialog.getByRole('radio', { name: 'Send it to me first, then delete my data' }),
    giveUp: dialog.getByRole('radio', { name: 'Delete everything now; I give up the voucher' }),
    confirm: button('Withdraw and delete'),
    finish: button('OK'),
    close: button('Close'),
  };
};

const storedTexts = (page: Page) =>
  page.evaluate(() =>
    JSON.stringify([localStorage, sessionStorage].map((storage) => Object.entries(storage))),
  );

async function openFromProfile(phone: Phone): Promise<void> {
  await phone.page.goto('/profile');
  await profile(phone.page).title.waitFor();
  await yourData(phone.page).open.click();
  await yourData(phone.page).confirm.waitFor();
}

test('[PER-1][PER-2] a winner withdraws in the profile, and the phone forgets too', async () => {
  const phone = await phones.open();
  const { page } = phone;
  const shopper = newShopper();
  await toReward(phone, shopper);
  await readVoucher(shopper.mobile);
  await openFromProfile(phone);
  const { dialog, sendFirst, giveUp, confirm, finish } = yourData(page);
  // What is lost and what stays is said before anything is requested.
  for (const heading of ['Deleted', 'Kept', 'Your reward']) {
    await dialog.getByRole('heading', { name: heading }).waitFor();
  }
  expect([await sendFirst.isChecked(), await giveUp.isChecked()]).toEqual([true, false]);
  await confirm.click();
  await dialog.getByRole('status').getByText(erasedNow).waitFor();
  expect(await finish.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await storedTexts(page)).not.toContain(shopper.mobile);
  expect(await storedTexts(page)).not.toContain(shopper.name);

  await finish.click();
  await acceptPrivacy(page);
  expect(await registration(page).mobile.inputValue()).toBe('');
});

test('[PER-1][PER-3] without a session the number is proven by a code, from the menu and by keyboard alone', async () => {
  const phone = await phones.open();
  const { page } = phone;
  const { mobile } = newShopper();
  await toForm(phone);
  await menuIcon(page).click();
  await sideMenu(page).dialog.waitFor();
  const own = yourData(page);
  await own.open.focus();
  await page.keyboard.press('Enter');
  await own.getOtp.waitFor();
  await own.getOtp.press('Enter');
  await own.dialog.getByText('*Please enter a 10-digit number').waitFor();
  await own.mobile.fill(`+91 ${mobile}`);
  expect(await own.mobile.inputValue()).toBe(mobile);
  await own.mobile.press('Enter');
  await own.otp.waitFor();
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  expect(await own.otp.evaluate((element) => element === document.activeElement)).toBe(true);
  // The focused field has not scrolled the dialog sideways.
  expect(await layoutProblems(page)).toEqual([]);

  phone.allow(/status of 400 .*eraseData/);
  const code = await readCode(mobile);
  await page.keyboard.type(wrongCode(code));
  await own.sendFirst.press('ArrowDown');
  expect(await own.giveUp.isChecked()).toBe(true);
  await own.confirm.press('Enter');
  await own.dialog.getByText('Please enter a valid OTP').waitFor();
  await own.otp.fill(code);
  const [sent] = await Promise.all([
    page.waitForRequest((request) => callTo('eraseData')(new URL(request.url()))),
    own.otp.press('Enter'),
  ]);
  expect(sent.url()).not.toContain(mobile);
  await own.dialog.getByText(erasedNow).waitFor();
  await page.keyboard.press('Escape');
  await privacyNotice(page).dialog.waitFor();
});

test(
  '[PER-5][PER-3] offline nothing is lost, a lost answer is asked for again, and who is owed a voucher learns that it comes first',
  { tags: ['long'] },
  async () => {
    const phone = await phones.open();
    const { page, context } = phone;
    await toProfile(phone);
    await yourData(page).open.click();
    const { dialog, confirm } = yourData(page);
    await confirm.waitFor();
    phone.allow(/Failed to load resource/);
    await context.setOffline(true);
    await confirm.click();
    await notification(page).getByText('You are offline', { exact: true }).waitFor();
    await context.setOffline(false);
    expect(await confirm.isEnabled()).toBe(true);

    const asked = recordRequests(page, 'withdrawConsent');
    await changeResponse(page, 'withdrawConsent', () => ({
      statusCode: 200,
      erased: 'afterVoucher',
    }));
    await handleFirst(page, 'withdrawConsent', 1, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await confirm.click();
    await dialog
      .getByText(/We send your voucher first, then delete your name and number/)
      .waitFor();
    expect(asked).toHaveLength(2);
  },
);

test(
  '[PER-1] the consent notice leads to it, and so does the page without a QR code',
  { tags: ['long'] },
  async () => {
    const phone = await phones.open();
    const { page } = phone;
    await page.goto(entry);
    const notice = privacyNotice(page).dialog;
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    await notice.getByRole('button', { name: 'Consent Notice' }).click();
    await dialogOf(page, 'Consent Notice').getByRole('button', { name: title }).click();
    await yourData(page).getOtp.waitFor();
    await yourData(page).close.click();
    await notice.waitFor();

    const other = await phones.open();
    await other.page.goto('/');
    await menuIcon(other.page).click();
    await yourData(other.page).open.click();
    await yourData(other.page)
      .dialog.getByText(/open the site with the QR code of a pack/)
      .waitFor();
    expect(await yourData(other.page).confirm.count()).toBe(0);
  },
);

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

test('[MOD-6][VAL-3] a drag from the field to the page behind closes nothing, and the error of an eleventh digit goes with the focus', async () => {
  const phone = await phones.open({ viewport: { width: 900, height: 700 }, isMobile: false });
  const { page } = phone;
  await toForm(phone);
  await menuIcon(page).click();
  await sideMenu(page).dialog.getByRole('button', { name: title, exact: true }).click();
  const mobile = dialogOf(page, title).getByRole('textbox', { name: 'Mobile Number' });
  await mobile.pressSequentially('98765432101');
  const error = dialogOf(page, title).getByText('*Please enter a valid 10-digit number');
  await error.waitFor();
  const { x = 0, y = 0 } = (await mobile.boundingBox()) ?? {};
  await page.mouse.move(x + 30, y + 10);
  await page.mouse.down();
  await page.mouse.move(3, 3);
  await page.mouse.up();
  await mobile.press('Tab');
  await error.waitFor({ state: 'detached' });
  expect(await mobile.inputValue()).toBe('9876543210');
});

// Buttons pressed before the app has loaded.
import { expect, test } from 'vitest';
import { holdScripts } from '../support/browser/hold-scripts.ts';
import {
  acceptPrivacy,
  codeForm,
  entry,
  fillForm,
  heading,
  newShopper,
  privacyNotice,
  registration,
  sideMenu,
} from '../support/page-objects.ts';
import { smsTo } from '../support/product/sms-inbox.ts';
import { usePhones } from '../support/browser/phone.ts';

const phones = usePhones();
const wait = 'Loading...';

test('Get OTP that was pressed before the app came is done once the notice is answered', async () => {
  const { page } = await phones.open();
  const letCome = await holdScripts(page);
  await page.goto(entry, { waitUntil: 'commit' });
  const shopper = newShopper();
  await fillForm(page, { ...shopper, mobile: `+91 ${shopper.mobile}` });
  await registration(page).getOtp.click();
  expect(await page.getByRole('status').filter({ hasText: wait }).isVisible()).toBe(true);
  letCome();
  await acceptPrivacy(page);
  await codeForm(page).otp.waitFor();
  await expect.poll(() => smsTo(shopper.mobile)).toHaveLength(1);
});

test('where the notice is answered already, it is done at once', { tags: ['long'] }, async () => {
  const { page } = await phones.open();
  await page.goto(entry);
  await acceptPrivacy(page);
  const letCome = await holdScripts(page);
  await page.reload({ waitUntil: 'commit' });
  await fillForm(page, newShopper());
  await registration(page).getOtp.click();
  letCome();
  await codeForm(page).otp.waitFor();
});

test('it reports missing fields, as if it were pressed now', async () => {
  const { page } = await phones.open();
  const letCome = await holdScripts(page);
  await page.goto(entry, { waitUntil: 'commit' });
  await registration(page).name.fill('Asha Rao');
  await registration(page).name.press('Enter');
  letCome();
  await acceptPrivacy(page);
  await page.getByText('*Please enter a 10-digit number').waitFor();
  expect(await registration(page).name.inputValue()).toBe('Asha Rao');
});

test(
  'the last of several buttons is pressed: the menu opens, the languages are offered',
  { tags: ['long'] },
  async () => {
    const { page } = await phones.open();
    let letCome = await holdScripts(page);
    await page.goto(entry, { waitUntil: 'commit' });
    await registration(page).getOtp.click();
    await page.getByRole('button', { name: 'Menu' }).click();
    letCome();
    await sideMenu(page).close.click();
    await privacyNotice(page).dialog.waitFor();
    await page.unrouteAll({ behavior: 'ignoreErrors' });

    letCome = await holdScripts(page);
    await page.goto(entry, { waitUntil: 'commit' });
    await page.reload({ waitUntil: 'commit' });
    await page.getByRole('button', { name: 'Language: English' }).click();
    letCome();
    await page.getByRole('dialog').getByRole('button', { name: 'हिन्दी' }).click();
    await heading(page, 'हर पैक में छिपा है एक इनाम!').waitFor();
  },
);

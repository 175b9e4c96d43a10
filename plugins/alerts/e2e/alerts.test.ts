// The page Alerts in a browser, from the first recipient to the last.
import { expect, test } from 'vitest';
import { usePhones } from '@inaam/e2e/support/browser/phone.ts';
import { axeViolationsInBothSchemes } from '@inaam/e2e/support/checks/visual-checks.ts';
import {
  addRecipient,
  isWiderThanScreen,
  openPage,
  overview,
} from '@inaam/e2e/console/console-pages.ts';
import { useFilledConsole } from '@inaam/e2e/console/filled-console.ts';

const phones = usePhones();
const product = useFilledConsole({ shoppers: 40, days: 2 });

test('a manager adds a recipient, tests, changes and removes it', async () => {
  const { page } = await phones.open({
    origin: product().origin,
    viewport: { width: 360, height: 740 },
    isMobile: false,
    hasTouch: false,
  });
  await page.goto(product().link);
  await overview.title(page).waitFor();
  await openPage(page, 'Alerts');
  await page.getByText('E-mail is not set up').waitFor();
  await page.getByRole('button', { name: 'Add yourself' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Reason' }).waitFor();
  expect(await axeViolationsInBothSchemes(page)).toEqual([]);
  await addRecipient(page, 'Brand channel', 'alerts@brand.example');
  await page.getByText('E-mail to alerts@brand.example').waitFor();
  await page.getByText('All alerts and the daily report at 09:00 IST').waitFor();
  await page.getByText('Nothing sent yet.').waitFor();

  await page.getByRole('button', { name: 'Send a test to Brand channel' }).click();
  await page
    .getByText('The test did not reach Brand channel: no mail server is set up.')
    .first()
    .waitFor();
  expect(await isWiderThanScreen(page)).toBe(false);
  expect(await axeViolationsInBothSchemes(page)).toEqual([]);

  await page.getByRole('button', { name: 'Change Brand channel' }).click();
  const address = dialog.getByRole('textbox', { name: 'E-mail address' });
  expect(await address.inputValue()).toBe('alerts@brand.example');
  await dialog.getByText('Choose none').click();
  await dialog.getByRole('switch', { name: 'Daily report of yesterday' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Choose at least one alert, or the daily report.').waitFor();
  await dialog.getByText('Vouchers are late').click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('1 alert', { exact: true }).waitFor();

  await page.getByRole('button', { name: 'Remove Brand channel' }).click();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await page.getByText('Nobody is alerted yet').waitFor();
});

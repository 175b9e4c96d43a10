// The page of stock and deliveries in a browser: what is owed, and sending again by a reason.
import { temporaryConsole, type TemporaryConsole } from '@inaam/demo/temporary-console.ts';
import { testDatabase, type TestDatabase } from '@inaam/testing/setup/test-database.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { usePhones } from '../support/phone.ts';
import { axeViolationsInBothSchemes } from '../support/visual-checks.ts';
import { openPage, today } from './console-pages.ts';

const phones = usePhones();
let clone: TestDatabase;
let product: TemporaryConsole;
beforeAll(async () => {
  clone = await testDatabase();
  product = await temporaryConsole(clone.url, { shoppers: 120, days: 3, port: 4640 });
});
afterAll(async () => {
  await product.stop();
  await clone.drop();
});

test('a manager sees what failed and why, and sends it again with a reason', async () => {
  const { page } = await phones.open({
    origin: product.origin,
    before: () => Promise.resolve(),
  });
  await page.goto(product.link);
  await today.title(page).waitFor();
  await openPage(page, 'Stock and delivery');
  for (const name of ['Stock of voucher codes', 'Batches', 'The newest that failed']) {
    await page.getByRole('heading', { name, exact: true }).waitFor();
  }
  const reasons = page.getByRole('region', { name: 'Why vouchers failed' });
  const [first] = await reasons.getByRole('rowheader').allTextContents();
  const row = reasons.getByRole('row').filter({ hasText: first ?? 'no reason' });
  const count = Number(await row.getByRole('cell').first().textContent());
  expect(count).toBeGreaterThan(0);
  expect(
    await page.evaluate(
      () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
    ),
  ).toBe(false);
  expect(await axeViolationsInBothSchemes(page)).toEqual([]);

  await row.getByRole('button').click();
  const dialog = page.getByRole('dialog', { name: 'Send again' });
  const confirm = dialog.getByRole('button', { name: `Send ${count} again` });
  await confirm.click();
  await dialog.getByText('Say why, in a word or a ticket number.').waitFor();
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Ticket 4711: mended');
  expect(await axeViolationsInBothSchemes(page)).toEqual([]);
  await confirm.click();
  await dialog.waitFor({ state: 'detached' });
  await page
    .getByText(/sent again: the same code, to the same number/)
    .first()
    .waitFor();
});

// The pages of the draw and of the audit log in a browser.
import { readFile } from 'node:fs/promises';
import { temporaryConsole, type TemporaryConsole } from '@inaam/demo/temporary-console.ts';
import { testDatabase, type TestDatabase } from '@inaam/testing/setup/test-database.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { usePhones } from '../support/phone.ts';
import { axeViolationsInBothSchemes } from '../support/visual-checks.ts';
import { openPage, today } from './console-pages.ts';

const phones = usePhones();
let clone: TestDatabase;
let product: TemporaryConsole;
beforeAll(async () => {
  clone = await testDatabase();
  product = await temporaryConsole(clone.url, { shoppers: 60, days: 2, port: 4660 });
});
afterAll(async () => {
  await product.stop();
  await clone.drop();
});

const isWiderThanScreen = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

async function saved(page: Page, press: () => Promise<void>): Promise<string> {
  const coming = page.waitForEvent('download');
  await press();
  return readFile(await (await coming).path(), 'utf8');
}

test('a manager verifies the draw, downloads the ledger, and finds both in what was done', async () => {
  const { page } = await phones.open({
    origin: product.origin,
    before: () => Promise.resolve(),
  });
  await page.goto(product.link);
  await today.title(page).waitFor();
  await openPage(page, 'The draw');
  const verification = page.getByRole('region', { name: 'Verification' });
  await verification.getByRole('button', { name: 'Verify now' }).click();
  await verification.getByText(/^The chain is unbroken: \d+ entries\.$/).waitFor();
  await page.getByRole('button', { name: 'Copy the command' }).waitFor();
  expect(await isWiderThanScreen(page)).toBe(false);
  expect(await axeViolationsInBothSchemes(page)).toEqual([]);

  await page.getByRole('button', { name: 'Prepare the files' }).click();
  await page.getByText('Say why, in a word or a ticket number.').waitFor();
  await page.getByRole('textbox', { name: 'Reason' }).fill('For the auditor');
  await page.getByRole('button', { name: 'Prepare the files' }).click();
  const ledger = await saved(page, () =>
    page.getByRole('link', { name: 'Ledger', exact: true }).click(),
  );
  expect(ledger.split('\n').length).toBeGreaterThan(60);

  await openPage(page, 'What was done');
  const log = page.getByRole('list', { name: 'What was done' }).getByRole('listitem');
  await log.filter({ hasText: 'Reason: For the auditor' }).waitFor();
  await page.getByRole('combobox', { name: 'What' }).click();
  await page.getByRole('option', { name: /^Verified the draw/ }).click();
  await expect.poll(() => log.count()).toBe(1);
  expect(await log.textContent()).toContain('Demo: Verified the draw');
  expect(await isWiderThanScreen(page)).toBe(false);
  expect(await axeViolationsInBothSchemes(page)).toEqual([]);
  const csv = await saved(page, () => page.getByRole('button', { name: 'Save as CSV' }).click());
  expect(csv.trimEnd().split('\r\n')).toHaveLength(2);
});

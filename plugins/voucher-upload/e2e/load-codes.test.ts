// Codes are loaded in a browser.
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import {
  countClicks,
  desktop,
  enter,
  isWiderThanScreen,
  openPage,
} from '@inaam/e2e/console/console-pages.ts';
import { useFilledConsole } from '@inaam/e2e/console/filled-console.ts';
import { usePhones, type Phone } from '@inaam/e2e/support/browser/phone.ts';
import { axeViolationsInBothSchemes } from '@inaam/e2e/support/checks/visual-checks.ts';
import { folderOfTest } from '@inaam/testing/setup/folders.ts';

const phones = usePhones();
const product = useFilledConsole({ shoppers: 40, days: 2 });

async function openOverview() {
  const phone = await phones.open({ origin: product().origin, ...desktop });
  await enter(phone, product().link);
  return phone;
}

async function chooseCodes(page: Phone['page'], lines: readonly string[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByLabel('File', { exact: true }).click();
  const buffer = Buffer.from(['code,amount', ...lines, ''].join('\n'));
  await (await chooser).setFiles({ name: 'batch-7.csv', mimeType: 'text/csv', buffer });
  await page.getByRole('heading', { name: 'The columns' }).waitFor();
}

test('a manager loads codes of which two lines were wrong, with six clicks from Overview', async () => {
  const phone = await openOverview();
  const { page } = phone;
  const clicks = await countClicks(page);
  const check = () => page.getByRole('button', { name: 'Check the file' }).click();
  await openPage(page, 'Stock and delivery');
  await page.getByRole('link', { name: 'Load codes' }).first().click();
  const good = ['E2E-LOAD-0001,3', 'E2E-LOAD-0003,5', 'E2E-LOAD-0004,3'];
  await chooseCodes(page, ['E2E-LOAD-0001,3', '=E2E-LOAD-0002,3', 'E2E-LOAD-0003,4']);
  await check();
  const result = page.getByRole('main');
  await result.getByText('2 lines are wrong, so nothing can be loaded.').waitFor();
  await result.getByText('begins a cell as a formula').waitFor();
  expect(await axeViolationsInBothSchemes(page)).toEqual([]);
  expect(await result.textContent()).not.toContain('E2E-LOAD');
  // The corrected file has the same columns, so it is checked automatically.
  await chooseCodes(page, good);
  await result.getByText('The file is good: 3 codes.').waitFor();
  await page.getByRole('textbox', { name: 'Reason' }).fill('Batch 7 of the issuer');
  await page.getByRole('button', { name: 'Load 3 codes' }).click();
  await result.getByText(/^Loaded as batch [\d,]+: 3 codes\.$/).waitFor();
  await expect.poll(clicks).toBe(6);

  // The connection breaks, and the same file is sent again.
  phone.allow(/ERR_FAILED/);
  await page.route('**/api/vouchers', (route) => route.abort(), { times: 1 });
  await page.setViewportSize({ width: 360, height: 740 });
  await chooseCodes(page, good);
  await page.getByRole('alert').getByText('Nothing is half-loaded').waitFor();
  expect(await isWiderThanScreen(page)).toBe(false);
  await check();
  await result.getByText('All of it was loaded before: 3 codes. Nothing was changed.').waitFor();
});

test('a file that vanished is said to be so', { tags: ['long'] }, async () => {
  const phone = await openOverview();
  const { page } = phone;
  await openPage(page, 'Stock and delivery');
  await page.getByRole('link', { name: 'Load codes' }).first().click();
  const folder = await folderOfTest();
  const file = path.join(folder, 'codes.csv');
  const text = 'code,amount\nE2E-GONE-0001,3\n';
  await writeFile(file, text);
  const choose = async (chosen: string) => {
    const chooser = page.waitForEvent('filechooser');
    await page.getByLabel('File', { exact: true }).click();
    await (await chooser).setFiles(chosen);
  };
  const check = page.getByRole('button', { name: 'Check the file' });
  const said = (sentence: string) => page.getByRole('main').getByText(sentence).waitFor();

  // Deleted before it is sent, then restored.
  await choose(file);
  await check.waitFor();
  await rm(file);
  phone.allow(/ERR_(?:FILE_NOT_FOUND|UPLOAD_FILE_CHANGED)/);
  await check.click();
  await page.getByRole('alert').getByText('since it was chosen it was changed, moved').waitFor();
  await writeFile(file, text);
  await choose(file);
  await said('The file is good: 1 code.');
});

// Stock, delivery and loading of codes, in the demonstration's console.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openTestDatabase } from '@inaam/testing/setup/cluster/test-database.ts';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { usePhones } from '../support/browser/phone.ts';
import { axeViolationsInBothSchemes } from '../support/checks/visual-checks.ts';
import {
  chooseCodes,
  countClicks,
  isWiderThanScreen,
  openPage,
  overflowingPanels,
  overview,
} from './console-pages.ts';
import { useFilledConsole } from './filled-console.ts';

const reason = 'Ticket 4711: no voucher';
const phones = usePhones();
const product = useFilledConsole({ shoppers: 120, days: 2 });

async function enter() {
  const phone = await phones.open({
    origin: product().origin,
    viewport: { width: 1280, height: 800 },
    isMobile: false,
    hasTouch: false,
  });
  await phone.page.goto(product().link);
  await overview.title(phone.page).waitFor();
  return phone;
}

test('a manager loads codes of which two lines were wrong, with six clicks from Overview', async () => {
  const phone = await enter();
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
  const phone = await enter();
  const { page } = phone;
  await openPage(page, 'Stock and delivery');
  await page.getByRole('link', { name: 'Load codes' }).first().click();
  const folder = await mkdtemp(path.join(tmpdir(), 'inaam-e2e-codes-'));
  try {
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
  } finally {
    await rm(folder, { recursive: true });
  }
});

/** From Overview: one click to the reasons, and two more to a person. */
async function findWhoseVoucherFailed(page: Page): Promise<void> {
  const clicks = await countClicks(page);
  await openPage(page, 'Stock and delivery');
  const reasons = page.getByRole('list', { name: 'Reasons' });
  await reasons.getByRole('listitem').first().waitFor();
  await expect.poll(clicks).toBe(1);

  // Nothing is copied, and no address names anybody.
  const vouchers = page.getByRole('list', { name: 'Single vouchers' });
  await vouchers
    .getByRole('button', { name: /^Open shopper/ })
    .first()
    .click();
  const pseudonym = page.getByRole('textbox', { name: /^Mobile number/ });
  expect(await pseudonym.inputValue()).toMatch(/^[0-9a-f]{32}$/);
  await page.getByRole('textbox', { name: 'Reason' }).fill(reason);
  await page.getByRole('button', { name: 'Find', exact: true }).click();
  await page.getByRole('heading', { name: 'What happened' }).waitFor();
  await expect.poll(clicks).toBe(3);
  expect(page.url()).toBe(`${product().origin}/person`);
  await openPage(page, 'Overview');
  await openPage(page, 'Find a shopper');
  expect(await pseudonym.inputValue()).toBe('');
}

/** Two that had arrived. */
async function failVouchers(reason: string): Promise<void> {
  const database = openTestDatabase(product().databaseUrl, 1);
  try {
    await database.query(
      `update inaam.message set state = 'failed', ended_at = now(), reason = $1
       where id in (select id from inaam.message where kind = 'voucher' and state = 'delivered' limit 2)`,
      [reason],
    );
  } finally {
    await database.end();
  }
}

test('a manager sees what failed, why and for whom, and sends it again with a reason', async () => {
  await failVouchers('phone not reached');
  const { page } = await enter();
  await findWhoseVoucherFailed(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await openPage(page, 'Stock and delivery');
  for (const name of ['Stock of voucher codes', 'Batches', 'Single vouchers']) {
    await page.getByRole('heading', { name, exact: true }).waitFor();
  }
  expect(await overflowingPanels(page)).toEqual([]);
  const row = page
    .getByRole('list', { name: 'Reasons' })
    .getByRole('listitem')
    .filter({ hasText: 'phone not reached' });
  const count = Number(/^\d+/.exec((await row.textContent()) ?? '')?.[0]);
  expect(count).toBeGreaterThan(0);
  expect(await isWiderThanScreen(page)).toBe(false);
  expect(await axeViolationsInBothSchemes(page)).toEqual([]);

  await row.getByRole('button').click();
  const dialog = page.getByRole('dialog', { name: 'Send again' });
  const confirm = dialog.getByRole('button', { name: `Send ${count} again for ₹` });
  // The last reason is prefilled.
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('');
  await confirm.click();
  await dialog.getByText('Say why, in a word or a ticket number.').waitFor();
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Ticket 4711: mended');
  await confirm.click();
  await dialog.waitFor({ state: 'detached' });
  await page
    .getByText(/sent again: the same code, to the same number/)
    .first()
    .waitFor();
});

test('a manager settles a voucher whose number is dead, and withdraws a batch', async () => {
  await failVouchers('number not in use');
  const { page } = await enter();
  await openPage(page, 'Stock and delivery');
  // Those to whom nothing can be sent are led to, and have no button that would send.
  const reasons = page.getByRole('list', { name: 'Reasons' });
  const dead = reasons.getByRole('listitem').filter({ hasText: 'number not in use' });
  expect(await dead.getByRole('button', { name: /^Send again/ }).count()).toBe(0);
  await dead.getByRole('button').click();
  const vouchers = page.getByRole('list', { name: 'Single vouchers' }).getByRole('listitem');
  const ofDead = vouchers.filter({ hasText: 'number not in use' });
  await expect.poll(async () => (await vouchers.count()) - (await ofDead.count())).toBe(0);
  const before = await ofDead.count();
  expect(before).toBeGreaterThan(0);
  await ofDead
    .first()
    .getByRole('button', { name: /^Settle/ })
    .click();
  const settle = page.getByRole('dialog', { name: 'Settle by hand' });
  await settle.getByRole('textbox', { name: 'Payment reference' }).fill('Receipt 12');
  await settle.getByRole('textbox', { name: 'Reason' }).fill('Paid by post');
  expect(await axeViolationsInBothSchemes(page)).toEqual([]);
  await settle.getByRole('button', { name: 'Settle the voucher' }).click();
  await page
    .getByText(/The voucher is settled/)
    .first()
    .waitFor();
  await expect.poll(() => ofDead.count()).toBeLessThan(before);

  const batches = page.getByRole('list', { name: 'Batches' }).getByRole('listitem');
  const left = await batches.count();
  await page
    .getByRole('button', { name: /^Withdraw batch/ })
    .first()
    .click();
  const withdraw = page.getByRole('dialog', { name: /^Withdraw batch/ });
  await withdraw.getByText(/leaves? the stock/).waitFor();
  await withdraw.getByRole('textbox', { name: 'Reason' }).fill('Recalled by the issuer');
  await withdraw.getByRole('button', { name: /^Withdraw [\d,]+ codes?$/ }).click();
  await page
    .getByText(/withdrawn from batch \d+, and never given/)
    .first()
    .waitFor();
  await expect.poll(() => batches.count()).toBe(left - 1);
  await page.getByRole('button', { name: /without codes$/ }).click();
  await batches.filter({ hasText: /: withdrawn.*withdrawn .* by Demo/ }).waitFor();
});

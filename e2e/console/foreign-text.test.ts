// The console shows text from strangers unchanged: from links, providers and colleagues.
import { readFile } from 'node:fs/promises';
import { openTestDatabase } from '@inaam/testing/setup/cluster/test-database.ts';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { usePhones } from '../support/browser/phone.ts';
import { desktop, enter, openPage, overview } from './console-pages.ts';
import { useFilledConsole } from './filled-console.ts';

const phones = usePhones();
const product = useFilledConsole({ shoppers: 40, days: 2 });

const markup = (name: string) => `=<img src=x onerror="document.title='${name}'"><b>${name}</b>`;

/** From a link to the site, a provider's response and a reason. */
async function writeMarkup(): Promise<void> {
  const database = openTestDatabase(product().databaseUrl, 1);
  try {
    await database.query(
      `insert into inaam.figure_part
       select campaign, level, unit, start, $1, shop, language, state, 900, devices, codes, numbers,
         verified, claims, rewarded, asked, bonuses, wrong, rupees, sent, delivered, failed
       from inaam.figure_part where level = 1 and unit = 'day' order by start desc limit 1`,
      [markup('source')],
    );
    const { rowCount } = await database.query(
      `update inaam.message set reason = $1 where kind = 'voucher' and state = 'failed'`,
      [markup('provider')],
    );
    expect(rowCount).toBeGreaterThan(0);
  } finally {
    await database.end();
  }
}

async function expectAsText(page: Page, name: string): Promise<void> {
  await page.getByText(markup(name)).first().waitFor();
  expect(await page.locator(`main img, main b:text-is("${name}")`).count()).toBe(0);
}

test('markup in a source, a provider’s reason and a colleague’s reason is text, and no formula in a CSV', async () => {
  await writeMarkup();
  const { page } = await phones.open({ origin: product().origin, ...desktop });
  await enter({ page }, product().link);
  await overview.choose(page, 'All');
  await expectAsText(page, 'source');

  await openPage(page, 'Stock and delivery');
  const reasons = page.getByRole('region', { name: 'Why deliveries fail' });
  await reasons
    .getByRole('button', { name: /^Send again/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: 'Send again' });
  await dialog.getByRole('textbox', { name: 'Reason' }).fill(markup('colleague'));
  await dialog.getByRole('button', { name: /^Send \d+ again/ }).click();
  await dialog.waitFor({ state: 'detached' });

  await openPage(page, 'Activity');
  await expectAsText(page, 'colleague');
  const log = page.getByRole('main');
  expect(await log.textContent()).toContain(markup('provider'));
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as CSV' }).click();
  const csv = await readFile(await (await coming).path(), 'utf8');
  expect(csv).toContain(`"'${markup('colleague').replaceAll('"', '""')}"`);
  expect(await page.title()).not.toMatch(/source|provider|colleague/);
});

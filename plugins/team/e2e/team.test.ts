/** @module-tag long */
// Access in a browser: a manager of two brands gives, changes and takes it; the agency's role is of
// each campaign.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { usePhones } from '@inaam/e2e/support/browser/phone.ts';
import { axeViolationsInBothSchemes } from '@inaam/e2e/support/checks/visual-checks.ts';
import { desktop, isWiderThanScreen, openPage } from '@inaam/e2e/console/console-pages.ts';
import { useFilledConsole } from '@inaam/e2e/console/filled-console.ts';
import { openDatabase } from '@inaam/server/database/database.ts';

const second = 'goli-soda-2026';
const [biscuit, soda] = ['Inaam Biscuit Rewards', 'Inaam Goli Soda Rains'];
const phones = usePhones();
const product = useFilledConsole({ shoppers: 20, days: 2, further: [second] });

const team = 'People with access';
const rowOf = (page: Page, name: string) =>
  page
    .getByRole('list', { name: team })
    .getByRole('listitem')
    .filter({ has: page.getByText(name, { exact: true }) });
const dialog = (page: Page) => page.getByRole('dialog');
const give = async (page: Page, place: string, role: string) =>
  dialog(page).getByRole('combobox', { name: place }).selectOption(role);
const why = (page: Page) => dialog(page).getByRole('textbox', { name: 'Reason' });

async function openTeam(page: Page): Promise<void> {
  await page.goto(product().link);
  await page.getByRole('link', { name: biscuit }).click();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  await openPage(page, team);
}

test('a manager of two brands invites by keys, changes, takes back and removes', async () => {
  const { page } = await phones.open({ origin: product().origin, isAlone: true, ...desktop });
  await openTeam(page);
  await rowOf(page, 'Demo').getByText('You').waitFor();
  expect(await rowOf(page, 'Demo').getByRole('button').count()).toBe(0);
  await page.getByRole('button', { name: 'Invite somebody' }).press('Enter');
  await dialog(page).getByRole('textbox', { name: 'Name' }).waitFor();
  await page.keyboard.type('Asha Rao');
  await give(page, `Role in ${biscuit}`, 'support');
  await give(page, `Role in ${soda}`, 'viewer');
  expect(await axeViolationsInBothSchemes(page)).toEqual([]);
  await why(page).fill('joins support');
  await why(page).press('Enter');
  const link = dialog(page).getByRole('textbox', { name: 'Link' });
  await link.waitFor();
  expect(await link.inputValue()).toMatch(/\/#\/invitation\/[\w-]{43}$/);
  expect(await axeViolationsInBothSchemes(page)).toEqual([]);
  await page.keyboard.press('Escape');

  await rowOf(page, 'Asha Rao')
    .getByText(/^Invited by Demo, until/)
    .waitFor();
  await page.getByRole('button', { name: 'Change: Asha Rao' }).click();
  await give(page, `Role in ${biscuit}`, 'auditor');
  await dialog(page).getByRole('button', { name: 'Change', exact: true }).click();
  await rowOf(page, 'Asha Rao').getByText('Auditor').waitFor();
  await page.getByRole('button', { name: 'Take back: Asha Rao' }).click();
  await dialog(page).getByRole('button', { name: 'Take back' }).click();
  await rowOf(page, 'Asha Rao').waitFor({ state: 'detached' });
  await openPage(page, 'Activity');
  await page.getByText('Took back an invitation').first().waitFor();
});

test("the agency's role gives access to every campaign, and shows on a phone", async () => {
  const database = openDatabase(product().databaseUrl, 1);
  await database.query(
    `insert into inaam.console_role (account, campaign, name, role, created_at)
     select id, '*', name, 'manager', now() from inaam.console_account where name = 'Demo' and campaign = 'biscuit-2025'`,
  );
  await database.end();
  const { page } = await phones.open({ origin: product().origin, isAlone: true });
  await openTeam(page);
  await page.getByRole('button', { name: 'Invite somebody' }).click();
  await dialog(page).getByRole('textbox', { name: 'Name' }).fill('Ravi Nair');
  await give(page, `Role in ${biscuit}`, '');
  await give(page, 'Role in every campaign, also later ones', 'viewer');
  await why(page).fill('helps the agency');
  await dialog(page).getByRole('button', { name: 'Make the link' }).click();
  await dialog(page).getByRole('textbox', { name: 'Link' }).waitFor();
  await page.keyboard.press('Escape');
  await rowOf(page, 'Ravi Nair').getByText('Viewer of every campaign').waitFor();
  expect(await isWiderThanScreen(page)).toBe(false);
  expect(await axeViolationsInBothSchemes(page)).toEqual([]);
  await page.goto(`${product().origin}/c/${second}/team`);
  await rowOf(page, 'Ravi Nair').getByText('Viewer of every campaign').waitFor();
});

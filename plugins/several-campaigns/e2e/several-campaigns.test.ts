/** @module-tag long */
// A manager of two campaigns in a real browser: their list, the way between them, and that the
// address of each tab names its campaign.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { usePhones } from '@inaam/e2e/support/browser/phone.ts';
import { axeViolationsInBothSchemes } from '@inaam/e2e/support/checks/visual-checks.ts';
import {
  addRecipient,
  desktop,
  isWiderThanScreen,
  openPage,
  overview,
} from '@inaam/e2e/console/console-pages.ts';
import { useFilledConsole } from '@inaam/e2e/console/filled-console.ts';

const [first, second] = ['biscuit-2025', 'goli-soda-2026'];
const phones = usePhones();
const product = useFilledConsole({ shoppers: 40, days: 2, further: [second] });

const [biscuit, soda] = ['Inaam Biscuit Rewards', 'Inaam Goli Soda Rains'];
const title = (page: Page) => page.getByRole('heading', { level: 1, name: 'Campaigns' });
const search = (page: Page) => page.getByLabel('Search campaigns');
const linkTo = (page: Page, name: string) => page.getByRole('link', { name });
const campaignOf = (page: Page, name: string) => page.getByRole('button', { name });
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent);
const pathOf = (page: Page) => new URL(page.url()).pathname;
const rowsOf = (page: Page) => page.getByRole('list', { name: 'Activity' }).getByRole('listitem');

test('the list is searched, sorted and opened by keys, and is the first page', async () => {
  const { page } = await phones.open({ origin: product().origin, isAlone: true, ...desktop });
  await page.goto(product().link);
  await title(page).waitFor();
  expect(pathOf(page)).toBe('/');
  const rows = page.getByRole('table', { name: 'Campaigns' }).getByRole('row');
  const names = async () => (await rows.getByRole('link').allTextContents()).join(', ');
  await linkTo(page, soda).waitFor();
  expect(await rows.filter({ hasText: biscuit }).textContent()).toMatch(/Running.*days left/);
  expect(await axeViolationsInBothSchemes(page)).toEqual([]);

  await page.getByRole('button', { name: 'Campaign', exact: true }).click();
  expect(await names()).toBe(`${biscuit}, ${soda}`);
  await page.getByRole('button', { name: 'Campaign', exact: true }).click();
  expect(await names()).toBe(`${soda}, ${biscuit}`);
  await page.getByRole('columnheader', { name: 'Campaign', exact: true }).waitFor();

  await search(page).fill('nothing');
  await page.getByText('No campaign has such a name.').waitFor();
  await page.getByRole('button', { name: 'Show all' }).click();
  await search(page).press('ArrowDown');
  expect(await focused(page)).toBe(soda);
  await page.keyboard.press('ArrowDown');
  expect(await focused(page)).toBe(biscuit);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.type('biscuit');
  expect(await names()).toBe(biscuit);
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/c/${first}/`);
  await overview.title(page).waitFor();

  await campaignOf(page, biscuit).click();
  await search(page).waitFor();
  expect(await axeViolationsInBothSchemes(page)).toEqual([]);
  await page.keyboard.type('goli');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/c/${second}/`);
  await overview.title(page).waitFor();
  await campaignOf(page, soda).click();
  await page.getByRole('option', { name: 'All campaigns' }).click();
  await title(page).waitFor();

  await page.getByRole('button', { name: 'New campaign' }).click();
  await page
    .getByRole('dialog')
    .getByText(/npx inaam campaign new/)
    .waitFor();
  expect(await axeViolationsInBothSchemes(page)).toEqual([]);
});

test('two tabs with two campaigns never act in the wrong one, and the switch keeps them apart', async () => {
  const phone = await phones.open({ origin: product().origin, isAlone: true });
  // Of a campaign that has no role, or is not committed to yet.
  phone.allow(/status of 40[134]/);
  const { page: one, context } = phone;
  await one.goto(product().link);
  await linkTo(one, biscuit).waitFor();
  expect(await isWiderThanScreen(one)).toBe(false);
  expect(await axeViolationsInBothSchemes(one)).toEqual([]);
  await linkTo(one, biscuit).click();
  await overview.title(one).waitFor();
  expect(pathOf(one)).toBe(`/c/${first}/`);
  await campaignOf(one, biscuit).waitFor();
  expect(await isWiderThanScreen(one)).toBe(false);
  expect(await axeViolationsInBothSchemes(one)).toEqual([]);

  const other = await context.newPage();
  await other.goto(`${product().origin}/c/${second}/campaign`);
  await other.getByText(/the draw is not committed to/).waitFor();
  await openPage(one, 'Draw');
  expect(pathOf(one)).toBe(`/c/${first}/draw`);
  await openPage(other, 'Draw');
  await other.getByRole('heading', { name: 'Not committed yet' }).waitFor();

  await openPage(one, 'Alerts');
  await one.getByRole('button', { name: 'Add yourself' }).click();
  await addRecipient(one, 'Asha', 'asha@brand.example');
  await openPage(one, 'Activity');
  await rowsOf(one).filter({ hasText: 'Added a recipient' }).waitFor();
  await openPage(other, 'Activity');
  await rowsOf(other).filter({ hasText: 'Signed in' }).first().waitFor();
  expect(await rowsOf(other).filter({ hasText: 'Added a recipient' }).count()).toBe(0);

  await campaignOf(one, biscuit).click();
  await one.getByRole('option', { name: soda }).click();
  await one.waitForURL(`**/c/${second}/`);
  await overview.title(one).waitFor();
  await campaignOf(one, soda).waitFor();
  await one.goBack();
  await overview
    .title(one)
    .or(one.getByRole('heading', { name: 'Activity' }))
    .waitFor();
  await campaignOf(one, biscuit).waitFor();

  await one.goto(`${product().origin}/c/tea-demo/draw`);
  await one.getByText('You have no role in a campaign of this name.').waitFor();
  await one.getByRole('link', { name: 'Open your campaigns' }).click();
  await title(one).waitFor();
  expect(pathOf(one)).toBe('/');
});

/** @module-tag long */
// A console with two campaigns in a real browser: the address of each tab names its campaign.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { usePhones } from '../support/browser/phone.ts';
import { axeViolationsInBothSchemes } from '../support/checks/visual-checks.ts';
import { addRecipient, isWiderThanScreen, openPage, overview } from './console-pages.ts';
import { useFilledConsole } from './filled-console.ts';

const [first, second] = ['biscuit-2025', 'goli-soda-2026'];
const phones = usePhones();
const product = useFilledConsole({ shoppers: 40, days: 2, further: second });

const campaignOf = (page: Page) => page.getByRole('combobox', { name: 'Campaign' });
const pathOf = (page: Page) => new URL(page.url()).pathname;
const rowsOf = (page: Page) => page.getByRole('list', { name: 'Activity' }).getByRole('listitem');

test('two tabs with two campaigns never act in the wrong one, and the switch keeps them apart', async () => {
  const phone = await phones.open({ origin: product().origin, isAlone: true });
  // Of a campaign that has no role, or is not committed to yet.
  phone.allow(/status of 40[134]/);
  const { page: one, context } = phone;
  await one.goto(product().link);
  await overview.title(one).waitFor();
  expect(pathOf(one)).toBe(`/c/${first}/`);
  expect(await campaignOf(one).inputValue()).toBe(first);
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

  await campaignOf(one).selectOption(second);
  await one.waitForURL(`**/c/${second}/`);
  await overview.title(one).waitFor();
  expect(await campaignOf(one).inputValue()).toBe(second);
  await one.goBack();
  await overview
    .title(one)
    .or(one.getByRole('heading', { name: 'Activity' }))
    .waitFor();
  expect(await campaignOf(one).inputValue()).toBe(first);

  await one.goto(`${product().origin}/c/tea-demo/draw`);
  await one.getByText('You have no role in a campaign of this name.').waitFor();
  await one.getByRole('link', { name: 'Open your campaigns' }).click();
  await overview.title(one).waitFor();
  expect(pathOf(one)).toBe(`/c/${first}/`);
});

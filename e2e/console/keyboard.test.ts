/** @module-tag long */
// The keyboard: the command palette, shortcuts, and the way to a person without a mouse.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { usePhones, type Phone } from '../support/browser/phone.ts';
import { axeViolationsInBothSchemes } from '../support/checks/visual-checks.ts';
import { openPage, overview } from './console-pages.ts';
import { useFilledConsole } from './filled-console.ts';

const desktop = { viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false };
const reason = 'Ticket 4711: no voucher';
const phones = usePhones();
const product = useFilledConsole({ shoppers: 40, days: 1 });

const open = (): Promise<Phone> => phones.open({ origin: product().origin, ...desktop });

async function enter({ page }: Phone): Promise<Page> {
  await page.goto(product().link);
  await overview.title(page).waitFor();
  return page;
}

const mobileOf = (what: string): string =>
  product().examples.find((example) => example.what === what)?.mobile ?? '';
const titleOf = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '');

const palette = {
  search: (page: Page) => page.getByRole('combobox', { name: 'Search or jump to' }),
  options: (page: Page) => page.getByRole('listbox', { name: 'Search or jump to' }),
};

test('the keyboard is enough to find a person, and the focus moves to the result', async () => {
  const page = await enter(await open());
  const press = (key: string) => page.keyboard.press(key);
  await press('Tab');
  expect(await focused(page)).toBe('Skip to the content');
  for (let steps = 0; (await focused(page)) !== 'Find a shopper'; steps += 1) {
    expect(steps).toBeLessThan(10);
    await press('Tab');
  }
  await press('Enter');
  const number = page.getByRole('textbox', { name: 'Mobile number' });
  await expect.poll(() => number.and(page.locator(':focus')).count()).toBe(1);
  await page.keyboard.type(mobileOf('Got the voucher'));
  await press('Tab');
  await page.keyboard.type(reason);
  await press('Enter');
  const shown = `•••••• ${mobileOf('Got the voucher').slice(-4)}`;
  await expect.poll(() => focused(page)).toContain(shown);
});

test('Ctrl K looks a shopper up from anywhere, and names nobody in the address or in the browser', async () => {
  const page = await enter(await open());
  const mobile = mobileOf('Got the voucher');
  await openPage(page, 'Review');
  await page.keyboard.press('Control+k');
  await palette.search(page).waitFor();
  expect(await axeViolationsInBothSchemes(page)).toEqual([]);
  await page.keyboard.type(`+91 ${mobile}`);
  const only = palette.options(page).getByRole('option', { selected: true });
  await expect.poll(() => only.textContent()).toContain(`Find a shopper: +91 ${mobile}`);
  await page.keyboard.press('Enter');
  const number = page.getByRole('textbox', { name: 'Mobile number' });
  await expect.poll(() => number.inputValue()).toBe(`+91 ${mobile}`);

  // Also over the page that it opens, and in a field.
  await number.focus();
  await page.keyboard.press('Control+k');
  await palette.search(page).fill('0123456789abcdef0123456789abcdef');
  await page.keyboard.press('Enter');
  const pseudonym = page.getByRole('textbox', { name: 'Pseudonym' });
  await expect.poll(() => pseudonym.inputValue()).toBe('0123456789abcdef0123456789abcdef');
  expect(page.url()).toBe(`${product().origin}/person`);
  const kept = await page.evaluate(() =>
    JSON.stringify([localStorage, sessionStorage, history.state]),
  );
  expect(kept).not.toMatch(/\d{10}|abcdef/);
});

test('arrows and Enter choose a page or an action, and nothing is found by nonsense', async () => {
  const page = await enter(await open());
  await page.getByRole('button', { name: 'Search or jump to' }).click();
  const search = palette.search(page);
  await search.fill('draw');
  const selected = palette.options(page).getByRole('option', { selected: true });
  await expect.poll(() => selected.textContent()).toContain('Draw');
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => selected.textContent()).toContain('Verify the draw');
  const active = await search.getAttribute('aria-activedescendant');
  expect(await selected.getAttribute('id')).toBe(active);
  await search.fill('no such thing');
  await page.getByText('Nothing found.').waitFor();
  for (const [words, label, path, title] of [
    ['pause', 'Pause', '/campaign', 'Campaign'],
    ['edit texts', 'Campaign: Edit', '/campaign/edit', 'Campaign'],
    ['alerts', 'Alerts', '/alerts', 'Alerts'],
    ['load', 'Load codes', '/deliveries/load', 'Load voucher codes'],
  ] as const) {
    if (words !== 'pause') await page.keyboard.press('Control+k');
    await search.fill(words);
    await expect.poll(() => selected.textContent()).toContain(label);
    await page.keyboard.press('Enter');
    await titleOf(page, title).waitFor();
    expect(new URL(page.url()).pathname).toBe(path);
    expect(await page.title()).toBe(`${title} · Inaam Biscuit Rewards`);
  }
});

test('single keys go to pages, rest in fields and dialogs, and can be switched off', async () => {
  const page = await enter(await open());
  const go = async (letter: string) => {
    await page.keyboard.press('g');
    await page.keyboard.press(letter);
  };
  await go('s');
  await titleOf(page, 'Stock and delivery').waitFor();
  await go('f');
  const number = page.getByRole('textbox', { name: 'Mobile number' });
  await number.focus();
  await page.keyboard.type('g/?o');
  expect(await number.inputValue()).toBe('g/?o');
  await number.blur();
  await page.keyboard.press('/');
  await palette.search(page).waitFor();
  await page.keyboard.press('Escape');
  await palette.search(page).waitFor({ state: 'detached' });

  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await dialog.waitFor();
  expect(await axeViolationsInBothSchemes(page)).toEqual([]);
  await go('o');
  await dialog.getByRole('switch', { name: 'Shortcuts of single keys' }).press('Space');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.reload();
  await titleOf(page, 'Find a shopper').waitFor();
  await page.keyboard.press('?');
  await go('o');
  // With a modifier it always works.
  await page.keyboard.press('Control+k');
  await palette.search(page).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(1);
  expect(page.url()).toBe(`${product().origin}/person`);
});

test('the colour scheme that somebody chooses is remembered', async () => {
  const page = await enter(await open());
  const scheme = () => page.locator('html').getAttribute('data-mantine-color-scheme');
  expect(await scheme()).toBe('light');
  await page.getByRole('button', { name: /account$/ }).click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  await expect.poll(scheme).toBe('dark');
  await page.reload();
  await overview.title(page).waitFor();
  expect(await scheme()).toBe('dark');
});

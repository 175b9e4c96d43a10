/** @module-tag long */
// The keyboard: the way to a person without a mouse.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { usePhones, type Phone } from '../support/browser/phone.ts';
import { desktop, enter, openPage, overview } from './console-pages.ts';
import { useFilledConsole } from './filled-console.ts';

const reason = 'Ticket 4711: no voucher';
const phones = usePhones();
const product = useFilledConsole({ shoppers: 40, days: 1 });

const open = (): Promise<Phone> => phones.open({ origin: product().origin, ...desktop });

const mobileOf = (what: string): string =>
  product().examples.find((example) => example.what === what)?.mobile ?? '';
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '');

test('the keyboard is enough to find a person, and the focus moves to the result', async () => {
  const page = await enter(await open(), product().link);
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

test('Ctrl K finds a shopper from anywhere, and names nobody in the address or in the browser', async () => {
  const page = await enter(await open(), product().link);
  await openPage(page, 'Review');
  await page.keyboard.press('Control+k');
  const number = page.getByRole('textbox', { name: 'Mobile number' });
  await expect.poll(() => number.and(page.locator(':focus')).count()).toBe(1);
  await page.keyboard.type(mobileOf('Got the voucher'));

  // Also over the page that it opens, and in a field.
  await page.keyboard.press('Control+k');
  await expect.poll(() => number.inputValue()).toBe('');
  await page.keyboard.type(mobileOf('Got the voucher'));
  await page.keyboard.press('Tab');
  await page.keyboard.type(reason);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'What happened' }).waitFor();
  expect(page.url()).toBe(`${product().origin}/person`);
  const kept = await page.evaluate(() =>
    JSON.stringify([localStorage, sessionStorage, history.state]),
  );
  expect(kept).not.toMatch(/\d{10}/);
});

test('the colour scheme that somebody chooses is remembered', async () => {
  const page = await enter(await open(), product().link);
  const scheme = () => page.locator('html').getAttribute('data-mantine-color-scheme');
  expect(await scheme()).toBe('light');
  await page.getByRole('button', { name: /account$/ }).click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  await expect.poll(scheme).toBe('dark');
  await page.reload();
  await overview.title(page).waitFor();
  expect(await scheme()).toBe('dark');
});

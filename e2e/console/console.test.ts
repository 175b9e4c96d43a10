// Walks through the demonstration's console, on a separate filled database.
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { usePhones, type Phone, type PhoneOptions } from '../support/browser/phone.ts';
import { axeViolationsInBothSchemes } from '../support/checks/visual-checks.ts';
import {
  countClicks,
  findPerson,
  isWiderThanScreen,
  openPage,
  overflowingPanels,
  overview,
  addAuthenticator,
} from './console-pages.ts';
import { useFilledConsole } from './filled-console.ts';

declare global {
  // Merged into the browser's interface, so it must be one.
  interface Window {
    written: Written[];
  }
}

const desktop = { viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false };
const reason = 'Ticket 4711: no voucher';
const phones = usePhones();

const product = useFilledConsole({ shoppers: 120, days: 2 });

const open = (options: PhoneOptions = {}): Promise<Phone> =>
  phones.open({ origin: product().origin, ...options });
/** Virtual authenticators stay in their context. */
const withPasskeys = { ...desktop, isAlone: true } as const;

async function enter(phone: Phone): Promise<Page> {
  await phone.page.goto(product().link);
  await overview.title(phone.page).waitFor();
  return phone.page;
}

const mobileOf = (what: string): string =>
  product().examples.find((example) => example.what === what)?.mobile ?? '';

test('a colleague opens the invitation, makes a passkey, signs out and signs in with it', async () => {
  const phone = await open(withPasskeys);
  const { page } = phone;
  // The first call before sign-in is refused.
  phone.allow(/status of 401/);
  await addAuthenticator(page);
  await page.goto(await product().invite('Asha Rao', 'support'));
  await page.getByRole('heading', { name: 'Welcome, Asha Rao' }).waitFor();
  expect(new URL(page.url()).hash).toBe('');
  expect(await axeViolationsInBothSchemes(page)).toEqual([]);
  await page.getByRole('button', { name: 'Create my passkey' }).click();
  await overview.title(page).waitFor();

  await page.getByRole('button', { name: /^Asha Rao.*account$/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
  const passkey = page.getByRole('button', { name: 'Sign in with a passkey' });
  await passkey.waitFor();
  expect(await axeViolationsInBothSchemes(page)).toEqual([]);
  await page.goto(`${product().origin}/person`);
  await passkey.click();
  await page.getByRole('heading', { level: 1, name: 'Find a shopper' }).waitFor();
});

test('Overview says without a click when the budget ends, and shows the figures of the API, on a phone and on a large screen, light and dark', async () => {
  const phone = await open();
  const page = await enter(phone);
  const budget = page.getByRole('region', { name: 'Budget' });
  await budget
    .getByText(/is spent \((?:under )?[\d.]+%\), and [\d.]+% of the time is gone\./)
    .waitFor();
  await overview.choose(page, 'All');
  await expect.poll(() => page.url()).toBe(`${product().origin}/?period=all`);
  expect(await isWiderThanScreen(page)).toBe(false);
  await expect.poll(() => overflowingPanels(page)).toEqual([]);
  await page.setViewportSize(desktop.viewport);
  const answer = await phone.context.request.post(`${product().origin}/api/overview`, {
    headers: { origin: product().origin },
    data: { from: '2025-05-06', until: '2025-05-08' },
  });
  const { total } = z
    .object({ total: z.record(z.string(), z.number()) })
    .parse(await answer.json());
  expect(total['visits']).toBe(204);
  const figures = overview.figures(page);
  for (const [label, name] of [
    ['Visits', 'visits'],
    ['Verified', 'verified'],
    ['Rewarded', 'rewarded'],
    ['Delivered', 'delivered'],
  ] as const) {
    const card = figures.locator('> *').filter({ has: page.getByText(label, { exact: true }) });
    await expect
      .poll(() => card.textContent())
      .toContain((total[name] ?? 0).toLocaleString('en-IN'));
  }
  // A plot takes its panel's width once that has been measured.
  await expect.poll(() => isWiderThanScreen(page)).toBe(false);
  expect(await axeViolationsInBothSchemes(page)).toEqual([]);
});

test('a click on a source filters the whole page, which the address keeps on reload and back', async () => {
  const page = await enter(await open(desktop));
  await overview.choose(page, 'All');
  const { height } = desktop.viewport;
  const funnel = await page.getByRole('region', { name: 'Funnel' }).boundingBox();
  expect((funnel?.y ?? height) + 100).toBeLessThan(height);
  const visits = overview.figures(page).getByRole('button').first();
  await expect.poll(() => visits.textContent()).toContain('204');
  const breakdown = page.getByRole('region', { name: 'Breakdown', exact: true });
  const source = breakdown.getByRole('rowheader').first().getByRole('button');
  const name = (await source.textContent()) ?? '';
  await source.click();
  const chip = page.getByRole('list', { name: 'Filters' }).getByRole('button');
  await chip.waitFor();
  expect(await chip.textContent()).toBe(`Remove the filter Source: ${name}`);
  const address = new URL(page.url());
  expect([...address.searchParams.keys()]).toEqual(['period', 'source']);
  await expect.poll(() => visits.textContent()).not.toContain('204');
  await page.reload();
  await chip.waitFor();
  expect(await source.getAttribute('aria-pressed')).toBe('true');
  await page.goBack();
  await chip.waitFor({ state: 'detached' });
  await expect.poll(() => visits.textContent()).toContain('204');

  await breakdown.getByRole('button', { name: 'Visits' }).click();
  const sorted = breakdown.getByRole('columnheader', { name: 'Visits' });
  expect(await sorted.getAttribute('aria-sort')).toBe('descending');
  await breakdown.getByRole('button', { name: 'Visits' }).click();
  expect(await sorted.getAttribute('aria-sort')).toBe('ascending');
  await breakdown.getByText('State', { exact: true }).click();
  await breakdown.getByRole('rowheader').first().getByRole('button').click();
  await chip.waitFor();
  // Nothing before the registration is known of a state.
  await expect.poll(() => visits.textContent()).toContain('Verified');
  expect(await axeViolationsInBothSchemes(page)).toEqual([]);
});

type Written = { text: string; start: number; end: number; width: number; color: string };

test('one click copies a plot as a picture that is light in dark mode, whole, and says what it is', async () => {
  const phone = await open({ ...desktop, isAlone: true });
  await phone.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const page = await enter(phone);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.getByRole('heading', { name: 'Visits by day' }).waitFor();
  await page.evaluate(() => {
    window.written = [];
    const { prototype } = CanvasRenderingContext2D;
    const write = Object.getOwnPropertyDescriptor(prototype, 'fillText')?.value;
    prototype.fillText = function (text, x, y) {
      const { a: scale } = this.getTransform();
      const end = x + this.measureText(text).width;
      const width = this.canvas.width / scale;
      const fill = this.fillStyle;
      window.written.push({
        text,
        start: x,
        end,
        width,
        color: typeof fill === 'string' ? fill : '',
      });
      Reflect.apply(write, this, [text, x, y]);
    };
  });
  await page.getByRole('button', { name: 'Copy the picture of Visits by day' }).click();
  await page.getByText('Visits by day: the picture is copied.').waitFor();
  const corner = await page.evaluate(async () => {
    const [item] = await navigator.clipboard.read();
    const blob = await item?.getType('image/png');
    if (blob === undefined) return [];
    const context = new OffscreenCanvas(1, 1).getContext('2d');
    context?.drawImage(await createImageBitmap(blob), 0, 0);
    return [...(context?.getImageData(0, 0, 1, 1).data ?? [])];
  });
  expect(corner).toEqual([255, 255, 255, 255]);
  const written: Written[] = await page.evaluate(() => window.written);
  const texts = written.map(({ text }) => text);
  expect(texts).toContain('Visits by day');
  expect(texts).toContainEqual(expect.stringMatching(/^2 to 8 May 2025/));
  expect(texts).toContainEqual(expect.stringMatching(/^Source: .+ · 8 May 2025, \d\d:\d\d IST$/));
  expect(texts).toContain('8 May');
  expect(written.filter(({ start, end, width }) => start < 0 || end > width)).toEqual([]);
  // Dark text on white.
  const isDark = ({ color }: Written) => Number.parseInt(color.slice(1, 3), 16) < 0x80;
  expect(written.filter((one) => !isDark(one))).toEqual([]);
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download Visits by day as a PNG' }).click();
  const file = await coming;
  expect(file.suggestedFilename()).toMatch(/^inaam-visits-.+\.png$/);
  expect((await readFile(await file.path())).byteLength).toBeGreaterThan(10_000);
});

test('where is my voucher: two clicks from Overview; sent again with two more', async () => {
  const phone = await open(desktop);
  const page = await enter(phone);
  const clicks = await countClicks(page);
  await openPage(page, 'Find a shopper');
  // The field has the focus.
  await page.keyboard.type(mobileOf('The voucher did not arrive'));
  await page.getByText(/^Mobile number \+91 \d{5} \d{5}$/).waitFor();
  await page.getByRole('textbox', { name: 'Reason' }).click();
  await page.keyboard.type(reason);
  await page.keyboard.press('Enter');
  const caller = page.getByRole('region', { name: 'Tell the caller' });
  await caller.getByText(/^Your voucher of ₹\d+ was not delivered .+ at \d\d:\d\d: /).waitFor();
  await caller.getByText(/^It (?:is|was) due by \d+ \w+\./).waitFor();
  await expect.poll(clicks).toBe(2);

  const actions = page.getByRole('region', { name: 'What you can do' });
  await actions.getByRole('button', { name: 'Send the voucher again' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send the voucher again' });
  expect(await dialog.getByRole('textbox', { name: 'Reason' }).inputValue()).toBe(reason);
  expect(await axeViolationsInBothSchemes(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Send the voucher again' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('Sent a voucher again').first().waitFor();
  await page.getByText(/^Looked up (?:twice|\d+ times)/).waitFor();
  await expect.poll(clicks).toBe(4);
  expect(page.url()).toBe(`${product().origin}/person`);
  await page.setViewportSize({ width: 360, height: 740 });
  await expect.poll(() => isWiderThanScreen(page)).toBe(false);
  await expect.poll(() => overflowingPanels(page)).toEqual([]);
  expect(await axeViolationsInBothSchemes(page)).toEqual([]);
});

test('what arrived is not sent again at first, and the reason of the last search is remembered', async () => {
  const page = await enter(await open(desktop));
  await openPage(page, 'Find a shopper');
  await findPerson(page, mobileOf('Waits for the voucher'), reason);
  const caller = page.getByRole('region', { name: 'Tell the caller' });
  await caller.waitFor();
  await openPage(page, 'Overview');
  const clicks = await countClicks(page);
  await openPage(page, 'Find a shopper');
  await page.keyboard.type(`+91 ${mobileOf('Got the voucher')}`);
  await page.keyboard.press('Enter');
  await caller.getByText(/was delivered to your phone/).waitFor();
  await expect.poll(clicks).toBe(1);
  await page.getByText('Delivered', { exact: true }).waitFor();
  const actions = page.getByRole('region', { name: 'What you can do' });
  expect(await actions.getByRole('button').allTextContents()).toEqual(['More actions']);
  await actions.getByRole('button', { name: 'More actions' }).click();
  await actions.getByText('Send it again only if the caller has looked for the SMS.').waitFor();
  await actions.getByRole('button', { name: 'Erase' }).click();
  const dialog = page.getByRole('dialog', { name: 'Erase' });
  await dialog.getByText('That this number has taken part: it cannot claim').waitFor();
  await dialog.getByText('The rows of the audit log').waitFor();
  expect(await axeViolationsInBothSchemes(page)).toEqual([]);
});

test('who is not found is asked about; digits with a mistake are asked about before', async () => {
  const phone = await open();
  const page = await enter(phone);
  phone.allow(/status of 404/);
  await openPage(page, 'Find a shopper');
  await findPerson(page, '987654321', reason);
  await page.getByText('A number with a mistake, or a voucher code?').waitFor();
  await page.getByText('Mobile number', { exact: true }).click();
  await page.getByText('A mobile number has 10 digits; this has 9.').waitFor();
  expect(await axeViolationsInBothSchemes(page)).toEqual([]);
  await findPerson(page, '9000000001', reason);
  await page.getByRole('alert').getByText('no OTP was requested for it').waitFor();
  await page.getByText('Ask the caller', { exact: true }).waitFor();
  expect(await isWiderThanScreen(page)).toBe(false);
  expect(await axeViolationsInBothSchemes(page)).toEqual([]);
});

test('a session that ends in the middle of a form, or a lost connection, loses no typed text', async () => {
  const phone = await open(withPasskeys);
  const { page, context } = phone;
  phone.allow(/status of 401/, /ERR_INTERNET_DISCONNECTED/);
  await addAuthenticator(page);
  await page.goto(await product().invite('Ravi Menon', 'support'));
  await page.getByRole('button', { name: 'Create my passkey' }).click();
  await overview.title(page).waitFor();
  await openPage(page, 'Find a shopper');
  const mobile = mobileOf('Got the voucher');
  expect(await product().endSessions('Ravi Menon', 'support')).toBeGreaterThan(0);
  await findPerson(page, mobile, reason);
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
  await dialog.getByRole('button', { name: 'Sign in with a passkey' }).click();
  const found = page.getByRole('heading', { name: `•••••• ${mobile.slice(-4)}` });
  await found.waitFor();

  await context.setOffline(true);
  await page.getByRole('button', { name: 'Find', exact: true }).click();
  await page.getByRole('alert').getByText('does not answer').waitFor();
  expect(await page.getByRole('textbox', { name: /^Mobile number/ }).inputValue()).toBe(mobile);
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Try again' }).click();
  await found.waitFor();
});

async function saved(page: Page, press: () => Promise<void>): Promise<string> {
  const coming = page.waitForEvent('download');
  await press();
  return readFile(await (await coming).path(), 'utf8');
}

test('a manager verifies the draw, downloads the ledger, and finds both in what was done', async () => {
  const page = await enter(await open());
  await openPage(page, 'Draw');
  const verification = page.getByRole('region', { name: 'Verification' });
  await verification.getByRole('button', { name: 'Verify now' }).click();
  await verification.getByText(/^The chain is unbroken: \d+ entries\.$/).waitFor();
  await page.getByText('In order: the chain is unbroken').waitFor();
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

  await openPage(page, 'Activity');
  const log = page.getByRole('list', { name: 'Activity' }).getByRole('listitem');
  await log.filter({ hasText: 'Reason: For the auditor' }).waitFor();
  await page.getByRole('combobox', { name: 'What' }).click();
  await page.getByRole('option', { name: /^Verified the draw/ }).click();
  await expect.poll(() => log.count()).toBe(1);
  expect(await log.textContent()).toContain('Demo Verified the draw');
  expect(await isWiderThanScreen(page)).toBe(false);
  expect(await axeViolationsInBothSchemes(page)).toEqual([]);
  const csv = await saved(page, () => page.getByRole('button', { name: 'Save as CSV' }).click());
  expect(csv.trimEnd().split('\r\n')).toHaveLength(2);
});

// Walks through the demonstration's console, on a separate filled database.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openTestDatabase } from '@inaam/testing/setup/cluster/open-test-database.ts';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { usePhones, type Phone, type PhoneOptions } from '../support/browser/phone.ts';
import { axeViolationsInBothSchemes } from '../support/checks/visual-checks.ts';
import {
  chooseCodes,
  findPerson,
  isWiderThanScreen,
  openPage,
  overflowingPanels,
  overview,
} from './console-pages.ts';
import { useFilledConsole } from './filled-console.ts';

declare global {
  // Merged into the browser's interface, so it must be one.
  interface Window {
    countClick: () => Promise<void>;
    written: Written[];
  }
}

const desktop = { viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false };
const reason = 'Ticket 4711: no voucher';
const phones = usePhones();

const product = useFilledConsole({ shoppers: 120, days: 2 });

const open = (options: PhoneOptions = {}): Promise<Phone> =>
  phones.open({ origin: product().origin, ...options });

async function enter(phone: Phone): Promise<Page> {
  await phone.page.goto(product().link);
  await overview.title(phone.page).waitFor();
  return phone.page;
}

const mobileOf = (what: string): string =>
  product().examples.find((example) => example.what === what)?.mobile ?? '';

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
  const funnel = await page.getByRole('region', { name: 'Funnel' }).boundingBox();
  expect(funnel?.y).toBeLessThan(desktop.viewport.height - 100);
  const visits = overview.figures(page).getByRole('button').first();
  await expect.poll(() => visits.textContent()).toContain('204');
  const breakdown = page.getByRole('region', { name: 'Breakdown', exact: true });
  const source = breakdown.getByRole('rowheader').first().getByRole('button');
  const name = (await source.textContent()) ?? '';
  await source.click();
  const chip = page.getByRole('list', { name: 'Filters' }).getByRole('button');
  await chip.waitFor();
  expect(await chip.textContent()).toBe(`Remove the filter Source: ${name}`);
  expect([...new URL(page.url()).searchParams.keys()]).toEqual(['period', 'source']);
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

/** Not the click that the browser makes of Enter in a form. */
async function countClicks(page: Page): Promise<() => number> {
  let clicks = 0;
  await page.exposeFunction('countClick', () => (clicks += 1));
  await page.evaluate(() =>
    addEventListener('click', ({ detail }) => void (detail > 0 && window.countClick()), true),
  );
  return () => clicks;
}

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
  await caller.getByText(/^It (?:must arrive|should have arrived) by \d+ \w+\./).waitFor();
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

test('a manager loads codes of which two lines were wrong, with six clicks from Overview', async () => {
  const phone = await open(desktop);
  const page = await enter(phone);
  let clicks = 0;
  await page.exposeFunction('countClick', () => (clicks += 1));
  await page.evaluate(() =>
    // Not the click with which the button opens the browser's file field.
    addEventListener('click', ({ isTrusted }) => void (isTrusted && window.countClick()), true),
  );
  const check = () => page.getByRole('button', { name: 'Check the file' }).click();
  await openPage(page, 'Stock and delivery');
  await page.getByRole('link', { name: 'Load codes' }).click();
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
  await expect.poll(() => clicks).toBe(6);

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

test('a file that vanished, a folder and several files are said to be so, and the last choice counts', async () => {
  const phone = await open(desktop);
  const page = await enter(phone);
  await openPage(page, 'Stock and delivery');
  await page.getByRole('link', { name: 'Load codes' }).click();
  const folder = await mkdtemp(path.join(tmpdir(), 'inaam-e2e-codes-'));
  try {
    const file = path.join(folder, 'codes.csv');
    const text = 'code,amount\nE2E-GONE-0001,3\n';
    await writeFile(file, text);
    const field = page.locator('input[type=file]');
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

    // A drop may have several files, and a folder, which the browser cannot read.
    await drop(page, ['one.csv', 'two.csv'], true);
    await said('Choose one file at a time');
    expect(await check.count()).toBe(0);
    await drop(page, ['folder'], false);
    await said('or it is a folder. Choose it again.');

    // The first choice is read last.
    await page.evaluate(() => {
      const look = Object.getOwnPropertyDescriptor(Blob.prototype, 'arrayBuffer')?.value;
      const first = new Promise((go) => {
        addEventListener('look-at-first', go);
      });
      let calls = 0;
      Blob.prototype.arrayBuffer = async function () {
        calls += 1;
        if (calls === 1) await first;
        return Reflect.apply(look, this, []);
      };
    });
    const named = (name: string) =>
      ({ name, mimeType: 'text/csv', buffer: Buffer.from(`${name} code,amount\nX,3\n`) }) as const;
    await field.setInputFiles(named('first'));
    await field.setInputFiles(named('second'));
    await page.getByRole('columnheader', { name: 'second code' }).waitFor();
    await page.evaluate(() => {
      dispatchEvent(new Event('look-at-first'));
      return new Promise((done) => void setTimeout(done));
    });
    expect(await page.getByRole('columnheader', { name: 'first code' }).count()).toBe(0);
  } finally {
    await rm(folder, { recursive: true });
  }
});

/** @param isReadable false: responds like a browser does for a folder */
const drop = (page: Page, names: readonly string[], isReadable: boolean): Promise<void> =>
  page.evaluate(
    ([fileNames, canRead]) => {
      const files = fileNames.map((name) => {
        const file = new File(['code,amount\n'], name);
        const arrayBuffer = () => Promise.reject(new DOMException('', 'NotFoundError'));
        return canRead ? file : Object.assign(file, { slice: () => ({ arrayBuffer }) });
      });
      for (const type of ['dragover', 'drop']) {
        const event = new DragEvent(type, { bubbles: true, cancelable: true });
        Object.defineProperty(event, 'dataTransfer', { value: { files } });
        const isLeft = document.querySelector('main')?.dispatchEvent(event);
        if (isLeft !== false) throw new Error('The browser would open the files.');
      }
    },
    [names, isReadable] as const,
  );

/** From Overview through the reasons to a person. */
async function findWhoseVoucherFailed(page: Page): Promise<void> {
  await openPage(page, 'Stock and delivery');
  const reasons = page.getByRole('list', { name: 'Reasons' });
  await reasons.getByRole('listitem').first().waitFor();
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
  const page = await enter(await open(desktop));
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
  const page = await enter(await open(desktop));
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

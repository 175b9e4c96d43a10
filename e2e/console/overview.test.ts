// The page Overview in a browser, on a separate filled database.
import { expect, test } from 'vitest';
import * as z from 'zod';
import { usePhones, type Phone, type PhoneOptions } from '../support/browser/phone.ts';
import { axeViolationsInBothSchemes } from '../support/checks/visual-checks.ts';
import { desktop, enter, isWiderThanScreen, overflowingPanels, overview } from './console-pages.ts';
import { useFilledConsole } from './filled-console.ts';

declare global {
  // Merged into the browser's interface, so it must be one.
  interface Window {
    written: Written[];
  }
}

const phones = usePhones();
const product = useFilledConsole({ shoppers: 120, days: 2 });

/** By day, which the three days of the campaign so far are not. */
const week = '?period=own&from=2025-05-02&until=2025-05-08';

const open = (options: PhoneOptions = {}): Promise<Phone> =>
  phones.open({ origin: product().origin, ...options });

test('Overview says without a click when the budget ends, and shows the figures of the API, on a phone and on a large screen, light and dark', async () => {
  const phone = await open();
  const page = await enter(phone, product().link);
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
    ['Rewards', 'rewarded'],
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

test(
  'a click on a source filters the whole page, which the address keeps on reload and back',
  { tags: ['long'] },
  async () => {
    const page = await enter(await open(desktop), product().link);
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
    await expect.poll(() => visits.textContent()).toContain('Verified');
    await page.getByText(/^Visits and OTP requests are not shown/).waitFor();
    expect(await axeViolationsInBothSchemes(page)).toEqual([]);
  },
);

type Written = { text: string; start: number; end: number; width: number; color: string };

test('one click copies a plot as a picture that is light in dark mode, whole, and says what it is', async () => {
  const phone = await open({ ...desktop, isAlone: true });
  await phone.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const page = await enter(phone, product().link);
  await page.goto(`${product().origin}/${week}`);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.getByRole('heading', { name: 'Visits by day' }).waitFor();
  await page.evaluate(() => {
    window.written = [];
    const { prototype } = CanvasRenderingContext2D;
    const write = Object.getOwnPropertyDescriptor(prototype, 'fillText')?.value;
    prototype.fillText = function (text, x, y) {
      const { a: scale, e: left } = this.getTransform();
      const start = x + left / scale;
      const end = start + this.measureText(text).width;
      const width = this.canvas.width / scale;
      const fill = this.fillStyle;
      window.written.push({
        text,
        start,
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
  expect(written.map(({ text }) => text).join(' ')).toMatch(
    /Visits by day 2 to 8 May 2025 .* 8 May 0 .* Source: .+ · 8 May 2025, \d\d:\d\d IST$/,
  );
  expect(written.filter(({ start, end, width }) => start < 0 || end > width)).toEqual([]);
  // Dark text on white.
  const isDark = ({ color }: Written) => Number.parseInt(color.slice(1, 3), 16) < 0x80;
  expect(written.filter((one) => !isDark(one))).toEqual([]);
});

test('the arrow keys read a plot bar by bar; today is unfinished', { tags: ['long'] }, async () => {
  const page = await enter(await open(desktop), product().link);
  await page.goto(`${product().origin}/${week}`);
  const panel = page.getByRole('region', { name: 'Visits by day' });
  const said = panel.locator('[aria-live]');
  await panel.getByRole('application').focus();
  const bars = [/^2 May2 to 8 May 20250$/, /^3 May/, /^4 May/, /^5 May/, /^6 May/, /^7 May/];
  for (const bar of bars) {
    await expect.poll(() => said.textContent()).toMatch(bar);
    await page.keyboard.press('ArrowRight');
  }
  await expect.poll(() => said.textContent()).toMatch(/^8 MayToday so far\d+$/);
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => said.textContent()).toMatch(/^7 May2 to 8 May 2025\d+$/);
  expect(await axeViolationsInBothSchemes(page)).toEqual([]);
  await page.keyboard.press('Tab');
  await expect.poll(() => said.textContent()).toBe('');
});

test(
  'a failure says so and keeps the figures; a period without visits leads on',
  { tags: ['long'] },
  async () => {
    const phone = await open();
    const page = await enter(phone, product().link);
    await overview.choose(page, 'All');
    const visits = overview.figures(page).getByRole('button').first();
    await expect.poll(() => visits.textContent()).toContain('204');
    phone.allow(/ERR_INTERNET_DISCONNECTED/);
    await phone.context.setOffline(true);
    // As when the window is shown again.
    await page.evaluate(() => void dispatchEvent(new Event('visibilitychange')));
    await page.getByRole('alert').getByText('What you see below is older.').waitFor();
    expect(await visits.textContent()).toContain('204');
    expect(await axeViolationsInBothSchemes(page)).toEqual([]);
    await phone.context.setOffline(false);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('alert').waitFor({ state: 'detached' });
    await page.goto(`${product().origin}/?period=own&from=2025-04-01&until=2025-04-02`);
    await page.getByText('No visits in this period', { exact: true }).waitFor();
    expect(await isWiderThanScreen(page)).toBe(false);
    expect(await axeViolationsInBothSchemes(page)).toEqual([]);
  },
);

// `npm run pictures -- console`: each page of the console at three sizes, light and dark, in
// .screens/console/. `console draw review` takes these alone; `console readme` also stores those of
// the documents in docs/pictures/.
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import {
  temporaryConsole,
  type TemporaryConsole,
} from '@inaam/testing/demonstration/temporary-console.ts';
import { launchChromium } from '@inaam/testing/runtime/chromium.ts';
import { onPostgres } from '@inaam/testing/product/run.ts';
import type { Browser, Page } from 'playwright-core';
import { showScheme } from '../support/checks/visual-checks.ts';
import { findPerson, openPage, openSection, preview, overview } from '../console/console-pages.ts';
import { documentPictures, screensFolder } from './demonstration.ts';
import { writeIndex } from './sheets.ts';

const folder = path.join(screensFolder, 'console');
const forReadme = process.argv.includes('readme');
const names = process.argv.slice(2).filter((word) => word !== 'readme');
const sizes = [
  { width: 1440, height: 900 },
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];
/** The pictures of the documents, by screen. */
const documented = new Map([
  ['overview-all', 'console.png'],
  ['person', 'console-person.png'],
  ['deliveries', 'console-stock.png'],
  ['review', 'console-review.png'],
]);
const files: string[] = [];

type Screen = { name: string; open: (page: Page) => Promise<unknown> };

function screensOf({ link, examples }: TemporaryConsole): Screen[] {
  const enter = async (page: Page) => {
    await page.goto(link);
    await overview.title(page).waitFor();
  };
  return [
    ...(['overview', 'overview-today', 'overview-all'] as const).map((name) => ({
      name,
      open: async (page: Page) => {
        await enter(page);
        if (name === 'overview-today') await overview.choose(page, 'Today');
        if (name === 'overview-all') await overview.choose(page, 'All');
        await overview.plots(page).waitFor();
      },
    })),
    ...(
      [
        ['deliveries', 'Stock and delivery', 'heading', 'Individual vouchers'],
        ['draw', 'Draw', 'heading', 'Deck and pools'],
        ['review', 'Review', 'link', /8 numbers were verified on one device/],
        ['alerts', 'Alerts', 'button', /^Add (?:yourself|a recipient)$/],
        ['activity', 'Activity', 'list', 'Activity'],
      ] as const
    ).map(([name, link, role, heading]) => ({
      name,
      open: async (page: Page) => {
        await enter(page);
        await openPage(page, link);
        await page.getByRole(role, { name: heading }).first().waitFor();
      },
    })),
    ...(['Status', 'Edit', 'Preview', 'SMS'] as const).map((section) => ({
      name: `campaign-${section.toLowerCase()}`,
      open: async (page: Page) => {
        await enter(page);
        await openPage(page, 'Campaign');
        await openSection(page, section);
        if (/Edit|Preview/.test(section)) await preview.shown(page, 'HOME');
      },
    })),
    ...[
      ['person', 'Got the voucher'],
      ['person-failed', 'The voucher did not arrive'],
      ['person-waiting', 'Waits for the voucher'],
      ['person-unverified', 'Did not enter the OTP'],
    ].map(([name = '', what]) => ({
      name,
      open: async (page: Page) => {
        await enter(page);
        await openPage(page, 'Find a shopper');
        const example = examples.find((one) => one.what === what);
        await findPerson(page, example?.mobile ?? '', 'Ticket 4711: no voucher');
        await page.getByRole('heading', { name: 'What happened' }).waitFor();
      },
    })),
  ];
}

await onPostgres({ durable: false }, async (url) => {
  const product = await temporaryConsole(url, { shoppers: 6000, days: 21 });
  const browser = await launchChromium();
  try {
    await mkdir(folder, { recursive: true });
    for (const screen of screensOf(product)) {
      if (names.length === 0 || names.includes(screen.name)) await takeAll(browser, screen);
    }
    await writeIndex(folder, 'The console', files);
    process.stdout.write(`Look at ${folder}\n`);
  } finally {
    await browser.close();
    await product.stop();
  }
});

async function takeAll(browser: Browser, { name, open }: Screen): Promise<void> {
  const context = await browser.newContext({
    viewport: sizes[0] ?? null,
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  await open(page);
  const picture = documented.get(name);
  for (const size of sizes) {
    await page.setViewportSize(size);
    if (forReadme && picture !== undefined && size.width === 1280) {
      await showScheme(page, 'light');
      await page.screenshot({ path: path.join(documentPictures, picture) });
    }
    // Frames outside the window are not painted, and fixed elements would cover the page. Plots and
    // the menu follow a new width some frames later.
    const height = await page.evaluate(async () => {
      let [height, same] = [0, 0];
      while (same < 20) {
        await new Promise(requestAnimationFrame);
        const { scrollHeight } = document.documentElement;
        same = scrollHeight === height ? same + 1 : 0;
        height = scrollHeight;
      }
      return height;
    });
    await page.setViewportSize({ ...size, height: Math.max(size.height, height) });
    for (const colorScheme of ['light', 'dark'] as const) {
      await showScheme(page, colorScheme);
      const file = path.join(`${size.width}-${colorScheme}`, `${name}.png`);
      await page.screenshot({ path: path.join(folder, file) });
      files.push(file);
    }
  }
  await context.close();
}

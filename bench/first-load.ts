// `npm run bench:first-load`: HOME's first load on a phone with slow 4G, in each language, with
// network and processor actually slowed down. Reports when it is painted, when the app is ready,
// what moved, and what had been downloaded by then and later. Medians of five runs; asserts
// nothing.
import { writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { withTemporaryDemo } from '@inaam/demo/temporary/temporary-demo.ts';
import { launchChromium } from '@inaam/runtime/chromium.ts';
import { mediansOf } from './median.ts';

const runs = Number(process.argv[2] ?? 5);
/** Lighthouse's values for slow 4G if applied, not simulated: ms per request, bytes a second. */
const slow4g = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1474.56 * 1024) / 8,
  uploadThroughput: (675 * 1024) / 8,
};
const processorTimesSlower = 4;
type Browser = Awaited<ReturnType<typeof launchChromium>>;
type Page = Awaited<ReturnType<Browser['newPage']>>;
type Figures = Record<string, number>;

const rows = await withTemporaryDemo(async (origin) => {
  const browser = await launchChromium();
  try {
    const measured: Record<string, Figures[]> = {};
    for (const language of ['en', 'hi']) {
      const own: Figures[] = (measured[language] = []);
      while (own.length < runs) own.push(await measure(browser, origin, language));
    }
    return measured;
  } finally {
    await browser.close();
  }
});
const medians = Object.fromEntries(
  Object.entries(rows).map(([language, own]) => [language, mediansOf(own)]),
);
for (const [language, figures] of Object.entries(medians)) {
  process.stdout.write(`${language}\n`);
  for (const [name, value] of Object.entries(figures)) {
    process.stdout.write(`${String(Math.round(value * 1000) / 1000).padStart(10)}  ${name}\n`);
  }
}
const date = new Date().toISOString().slice(0, 10);
const result = { date, processors: os.cpus().length, load: os.loadavg(), runs, medians, rows };
await writeFile(
  path.join(import.meta.dirname, 'results', `first-load-${date}.json`),
  `${JSON.stringify(result, null, 2)}\n`,
);

async function measure(browser: Browser, origin: string, language: string): Promise<Figures> {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
    hasTouch: true,
    locale: `${language}-IN`,
  });
  try {
    const page = await context.newPage();
    const downloads = await slowDown(page);
    await page.goto(`${origin}/?utm_source=qrcode`);
    await page.getByRole('dialog').waitFor();
    const appAfterMs = await page.evaluate(() => performance.now());
    const bytes = downloads();
    await page.waitForLoadState('networkidle');
    return {
      ...(await seenBy(page)),
      appAfterMs,
      ...bytes,
      bytesWithLaterScreens: downloads().bytes,
    };
  } finally {
    await context.close();
  }
}

/** @returns reports what has arrived so far: bytes on the wire, headers included */
async function slowDown(page: Page) {
  const wire = await page.context().newCDPSession(page);
  await wire.send('Network.enable');
  await wire.send('Network.emulateNetworkConditions', slow4g);
  await wire.send('Emulation.setCPUThrottlingRate', { rate: processorTimesSlower });
  const kinds = new Map<string, string>();
  const sums = new Map<string, number>();
  wire.on('Network.responseReceived', ({ requestId, response }) => {
    kinds.set(requestId, kindOf(response.mimeType));
  });
  wire.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId) ?? 'others';
    sums.set(kind, (sums.get(kind) ?? 0) + encodedDataLength);
  });
  return () => ({
    bytes: [...sums.values()].reduce((sum, one) => sum + one, 0),
    ...Object.fromEntries([...sums].map(([kind, sum]) => [`bytesOf${kind}`, sum])),
  });
}

function kindOf(type: string): string {
  if (type.includes('html')) return 'Page';
  if (type.includes('javascript')) return 'Scripts';
  if (type.includes('font')) return 'Typefaces';
  if (type.startsWith('image/')) return 'Pictures';
  return 'Calls';
}

async function seenBy(page: Page): Promise<Figures> {
  const largest = await entriesOf(page, 'largest-contentful-paint');
  const shifts = await entriesOf(page, 'layout-shift');
  const paints = await entriesOf(page, 'paint');
  return {
    firstPaintMs: paints.at(-1)?.at ?? 0,
    largestPaintMs: largest.at(-1)?.at ?? 0,
    layoutShift: shifts.reduce((sum, { value }) => sum + value, 0),
  };
}

/** The browser's entries of a type, in order; none if there is none within half a second. */
function entriesOf(page: Page, type: string): Promise<{ at: number; value: number }[]> {
  return page.evaluate(
    (entryType) =>
      new Promise((resolve) => {
        new PerformanceObserver((list) => {
          resolve(
            list.getEntries().map((entry) => ({
              at: entry.startTime,
              value: 'value' in entry && typeof entry.value === 'number' ? entry.value : 0,
            })),
          );
        }).observe({ type: entryType, buffered: true });
        setTimeout(() => resolve([]), 500);
      }),
    type,
  );
}

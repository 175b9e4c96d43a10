// Takes pictures of every screen, dialog and error: `npm run screens`, `npm run screens tea-demo`,
// or of some sizes, also in the dark and with text at 200 %, and of some languages besides English,
// as in `npm run screens biscuit-2025 320x568 320x568-dark 360x740-large ta`. Starts the
// demonstration itself and stores the pictures in .screens/, and beside them `text-faults.txt`:
// words that are broken or do not fit.
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { withTemporaryDemo } from '@inaam/demo/temporary/temporary-demo.ts';
import { launchChromium } from '@inaam/runtime/chromium.ts';
import type { Browser, Page } from 'playwright-core';
import { photograph, type Film } from './screens-capture.ts';
import { writeSheet } from './screens-contact-sheet.ts';
import { refusalPathsOf } from './screens-refusals.ts';
import { Phone, withMotion, type PhoneOptions } from './support/browser/phone.ts';
import { usePhoneTypeface } from './support/browser/phone-typeface.ts';
import { setProductUrl } from './support/product/product-url.ts';
import { screenStatePathsOf } from './support/screen-states.ts';
import { setAnswerTransport } from './support/product/answer-transport.ts';
import { walkedCampaign } from './support/walked-campaign.ts';

const [id = 'biscuit-2025', ...requested] = process.argv.slice(2);
const requestedSizes = requested.filter((part) => /^\d/.test(part));
const requestedLanguages = requested.filter((part) => !/^\d/.test(part));
const sizes = requestedSizes.length > 0 ? requestedSizes : ['360x740', '412x915', '1280x800'];
const patienceMs = 30_000;
const { campaign, named } = await walkedCampaign(id);
/** The paths are walked in the first one: English, whatever the campaign's default is. */
const languages = [
  'en',
  ...campaign.languages.filter(
    (language) =>
      language !== 'en' &&
      (requestedLanguages.length === 0 || requestedLanguages.includes(language)),
  ),
];
const faults: string[] = [];
const folder = path.resolve(import.meta.dirname, '..', '.screens', id);

const everyPath = [...screenStatePathsOf(campaign), ...refusalPathsOf(campaign)];

for (const size of sizes)
  for (const language of languages) {
    await rm(path.join(folder, language, size), { recursive: true, force: true });
  }
await withTemporaryDemo(
  async (origin) => {
    setProductUrl(origin);
    setAnswerTransport({ encoding: 'object', delayMs: 0 });
    const browser = await launchChromium();
    try {
      const files = await Promise.all(sizes.map((size) => takePictures(browser, size)));
      await writeSheet(folder, campaign.name, files.flat());
      await writeFile(path.join(folder, 'text-faults.txt'), `${faults.toSorted().join('\n')}\n`);
    } finally {
      await browser.close();
    }
  },
  { CAMPAIGN: named },
);
process.stdout.write(`Look at ${path.join(folder, 'index.html')}\n`);

async function takePictures(browser: Browser, size: string): Promise<string[]> {
  const film: Film = {
    folder,
    size,
    languages,
    cookie: `${campaign.contest}-lang`,
    faults,
  };
  const files: string[] = [];
  let stops = 0;
  for (const [name, visit] of everyPath) {
    const phone = await Phone.open({ ...withMotion, ...optionsFor(size) }, browser);
    phone.context.setDefaultTimeout(patienceMs);
    await usePhoneTypeface(phone.context);
    const stopped = await visit(phone, async (stop) => {
      stops += 1;
      const plain = stop.replaceAll(/[^\w .,&'-]/g, '');
      files.push(...(await photograph(phone, film, `${String(stops).padStart(2, '0')} ${plain}`)));
    }).then(
      () => [],
      (error: unknown) => [`stopped: ${String(error)}`],
    );
    // The other paths are also pictures.
    const errors = [...stopped, ...(await phone.close())];
    process.stdout.write(`${size} ${name}: ${stops} stops so far\n`);
    for (const error of errors) process.stdout.write(`  ${error}\n`);
  }
  return files;
}

/** A phone's viewport, or from 1000 pixels a computer's with a mouse. */
function optionsFor(size: string): PhoneOptions {
  const [, width = '0', height = '0', dark, large] =
    /^(\d+)x(\d+)(-dark)?(-large)?$/.exec(size) ?? [];
  const colorScheme = dark === undefined ? 'light' : 'dark';
  const before = (page: Page) =>
    large === undefined ? Promise.resolve() : page.addInitScript(doubleText);
  const viewport = { width: Number(width), height: Number(height) };
  if (viewport.width === 0 || viewport.height === 0) {
    throw new Error(
      `Failed to take pictures: "${size}" is no size. Write it as 360x740, 360x740-dark or 360x740-large.`,
    );
  }
  if (viewport.width < 1000) return { viewport, colorScheme, before, deviceScaleFactor: 2 };
  return { viewport, colorScheme, before, deviceScaleFactor: 1, isMobile: false, hasTouch: false };
}

/** In the page. */
function doubleText(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(':root { font-size: 200% !important }');
  document.adoptedStyleSheets.push(sheet);
}

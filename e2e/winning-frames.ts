// `npm run frames`: the moment of winning, frame by frame, for each amount of a campaign and for a
// fixed reward, light and dark, on a phone and a computer, and with reduced motion. `npm run frames
// tea-demo 360x740-dark 10 reduced fixed` takes only what is named (`reduced`: of each amount that
// is named, or of the highest), and with `older` as an engine without view transitions shows it.
// Starts the demonstration itself; each series is one picture in .screens/winning/.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { withTemporaryDemo } from '@inaam/demo/temporary/temporary-demo.ts';
import { launchChromium } from '@inaam/runtime/chromium.ts';
import type { Browser, Page } from 'playwright-core';
import { changeResponse, respond } from './support/api-calls.ts';
import { setAnswerTransport } from './support/product/answer-transport.ts';
import { newShopper, wheel } from './support/page-objects.ts';
import { pauseClock } from './support/browser/pause-clock.ts';
import { Phone, withMotion, type PhoneOptions } from './support/browser/phone.ts';
import { usePhoneTypeface } from './support/browser/phone-typeface.ts';
import { setProductUrl } from './support/product/product-url.ts';
import { walkedCampaign } from './support/walked-campaign.ts';
import { advanceAnimations, holdAnimations } from './support/browser/step-animations.ts';
import { storeVerified } from './support/browser/stored-login.ts';

type Series = { size: string; win: number | 'fixed'; isReduced: boolean };

const stepMs = 100;
/** The beginning and the end of the six seconds matter. */
const spinFrames = { first: 6, last: 12, all: 61 };
const restMs = 1500;
const rewardMs = 3000;
const patienceMs = 60_000;

const [id = 'biscuit-2025', ...requested] = process.argv.slice(2);
const { campaign, named } = await walkedCampaign(id);
const folder = path.resolve(import.meta.dirname, '..', '.screens', 'winning', id);
const isOlder = requested.includes('older');

await withTemporaryDemo(
  async (origin) => {
    setProductUrl(origin);
    setAnswerTransport({ encoding: 'object', delayMs: 0 });
    const browser = await launchChromium();
    try {
      for (const series of requestedSeries()) await take(browser, series);
    } finally {
      await browser.close();
    }
  },
  { CAMPAIGN: named },
);
process.stdout.write(`Look at ${folder}\n`);

function requestedSeries(): Series[] {
  const sizes = requested.filter((part) => /^\d+x\d+(-dark)?$/.test(part));
  const wins = requested.filter((part) => /^\d+$/.test(part)).map(Number);
  const isAll = wins.length === 0 && !requested.includes('reduced') && !requested.includes('fixed');
  const every = campaign.outcomes.map(({ amount }) => amount);
  const fourSizes = ['360x740', '360x740-dark', '1280x800', '1280x800-dark'];
  return (sizes.length > 0 ? sizes : fourSizes).flatMap((size): Series[] => [
    ...(isAll ? every : wins).map((win) => ({ size, win, isReduced: false })),
    ...(isAll || requested.includes('reduced')
      ? (wins.length > 0 ? wins : [Math.max(...every)]).map((win) => ({
          size,
          win,
          isReduced: true,
        }))
      : []),
    ...((isAll && campaign.fixed.length > 0) || requested.includes('fixed')
      ? [{ size, win: 'fixed' as const, isReduced: false }]
      : []),
  ]);
}

async function take(browser: Browser, series: Series): Promise<void> {
  const { size, win, isReduced } = series;
  const name = `${size}${isReduced ? '-reduced' : ''}${isOlder ? '-older' : ''}-${win}`;
  const own = path.join(folder, name);
  await rm(own, { recursive: true, force: true });
  await mkdir(own, { recursive: true });
  const withoutViewTransitions = (page: Page) =>
    page.addInitScript(() => {
      Reflect.deleteProperty(Document.prototype, 'startViewTransition');
    });
  const before = isOlder ? { before: withoutViewTransitions } : {};
  const phone = await Phone.open({ ...optionsOf(series), clock: true, ...before }, browser);
  phone.context.setDefaultTimeout(patienceMs);
  await usePhoneTypeface(phone.context);
  const { page } = phone;
  const frames: string[] = [];
  const shoot = async (): Promise<void> => {
    const frame = `${String(frames.length).padStart(3, '0')}.png`;
    // A screenshot while a view transition holds the old page would lose it.
    await page.evaluate(() => document.activeViewTransition?.ready.catch(() => undefined));
    await page.screenshot({ path: path.join(own, frame) });
    frames.push(frame);
  };
  const state = win === 'fixed' ? campaign.fixed[0]?.state : undefined;
  await storeVerified(phone, newShopper(state === undefined ? {} : { state }));
  if (win === 'fixed') await page.goto('/');
  else await spin(page, win, shoot);
  await page.locator('.ticket').waitFor();
  if (win === 'fixed') await pauseClock(page);
  for (let ms = 0; ms < rewardMs; ms += stepMs) {
    await advance(page);
    await shoot();
  }
  await writeSheet(browser, name, frames);
  const errors = await phone.close();
  process.stdout.write(
    `${name}: ${frames.length} frames\n${errors.map((it) => `  ${it}\n`).join('')}`,
  );
}

async function spin(page: Page, win: number, shoot: () => Promise<void>): Promise<void> {
  const voucher = { statusCode: 200, voucher: 'owed', voucherBy: '2025-06-16' };
  await changeResponse(page, 'getDetails', (resp) => ({ ...resp, ...voucher }));
  await respond(page, 'getReward', { statusCode: 200, winType: win });
  await page.goto('/spin-wheel');
  await wheel(page).play.or(page.locator('.spin-play')).first().waitFor();
  await page.evaluate(() => document.fonts.ready);
  await holdAnimations(page);
  await pauseClock(page);
  await shoot();
  await page.locator('.spin-play').click();
  await page.waitForFunction(() => document.getAnimations().some(({ id: it }) => it === 'spin'));
  for (let frame = 0; frame < spinFrames.all; frame += 1) {
    await advance(page);
    if (frame < spinFrames.first || frame >= spinFrames.all - spinFrames.last) await shoot();
  }
  for (let ms = 0; ms < restMs; ms += stepMs) {
    await advance(page);
    if (ms % (3 * stepMs) === 0 || ms > restMs - 5 * stepMs) await shoot();
  }
}

/** The page's clock and its animations. */
async function advance(page: Page): Promise<void> {
  await page.clock.runFor(stepMs);
  await advanceAnimations(page, stepMs);
}

async function writeSheet(
  browser: Browser,
  name: string,
  frames: readonly string[],
): Promise<void> {
  const wide = name.startsWith('1280');
  const style = `body{margin:8px;background:#777;font:12px system-ui;width:${wide ? 2000 : 1900}px}
    figure{display:inline-block;margin:3px}img{width:${wide ? 390 : 180}px;display:block}`;
  const figures = frames.map(
    (frame) =>
      `<figure><img src="${name}/${frame}" alt=""><figcaption>${frame}</figcaption></figure>`,
  );
  const file = path.join(folder, `${name}.html`);
  await writeFile(file, `<!doctype html><style>${style}</style>${figures.join('')}`);
  const page = await browser.newPage({ viewport: { width: wide ? 2016 : 1916, height: 900 } });
  await page.goto(pathToFileURL(file).href);
  await page.screenshot({ path: path.join(folder, `${name}.png`), fullPage: true });
  await page.close();
}

function optionsOf({ size, isReduced }: Series): PhoneOptions {
  const [, width = '0', height = '0', dark] = /^(\d+)x(\d+)(-dark)?$/.exec(size) ?? [];
  const viewport = { width: Number(width), height: Number(height) };
  const options: PhoneOptions = {
    ...withMotion,
    ...(isReduced ? { reducedMotion: 'reduce' } : {}),
    viewport,
    deviceScaleFactor: 1,
    colorScheme: dark === undefined ? 'light' : 'dark',
  };
  return viewport.width < 1000 ? options : { ...options, isMobile: false, hasTouch: false };
}

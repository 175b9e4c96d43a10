// `npm run pictures -- frames`: the moment of winning, frame by frame, for each amount of a
// campaign and for a fixed reward, light and dark, on a phone and a computer, and with reduced
// motion. `npm run pictures -- frames tea-demo 360x740-dark 10 reduced fixed` takes only what is
// named (`reduced`: of each amount that is named, or of the highest), and with `older` as an engine
// without view transitions shows it. Each series is one picture in .screens/winning/.
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { revealMs } from '@inaam/web/app/reward/reward-entrance.ts';
import { changeResponse, holdCalls, respond } from '../support/api-calls.ts';
import { newShopper, wheel } from '../support/page-objects.ts';
import { walkedCampaign } from '../support/walked-campaign.ts';
import { advanceAnimations, holdAnimations, pauseClock } from '../support/browser/page-time.ts';
import { storeVerified } from '../support/browser/stored-login.ts';
import {
  openPhone,
  optionsOf,
  printErrors,
  screensFolder,
  withDemonstration,
} from './demonstration.ts';
import { takeSheet, type Picture } from './sheets.ts';

type Series = { size: string; win: number | 'fixed'; isReduced: boolean };

const stepMs = 100;
/** The beginning and the end of the six seconds matter. */
const spinFrames = { first: 6, last: 12, all: 61 };
const rewardMs = 3000;

const [id = 'biscuit-2025', ...requested] = process.argv.slice(2);
const { campaign, named } = await walkedCampaign(id);
const folder = path.join(screensFolder, 'winning', id);
const isOlder = requested.includes('older');

await withDemonstration(named, async (browser) => {
  for (const series of requestedSeries()) await take(browser, series);
});
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
  const phone = await openPhone(browser, {
    ...optionsOf(size),
    clock: true,
    ...(isReduced ? { reducedMotion: 'reduce' } : {}),
    ...(isOlder ? { before: withoutViewTransitions } : {}),
  });
  const { page } = phone;
  const frames: Picture[] = [];
  const shoot = async (): Promise<void> => {
    const frame = `${String(frames.length).padStart(3, '0')}.png`;
    // A screenshot while a view transition holds the old page would lose it.
    await page.evaluate(() => document.activeViewTransition?.ready.catch(() => undefined));
    frames.push({
      png: await page.screenshot({ path: path.join(own, frame) }),
      caption: frame,
    });
  };
  const state = win === 'fixed' ? campaign.fixed[0]?.state : undefined;
  await storeVerified(phone, newShopper(state === undefined ? {} : { state }));
  if (win === 'fixed') await openGift(page, shoot);
  else await spin(page, win, shoot);
  await page.locator('.ticket').waitFor();
  for (let ms = 0; ms < rewardMs; ms += stepMs) {
    await advance(page);
    await shoot();
  }
  const isWide = size.startsWith('1280');
  const grid = isWide ? { columns: 5, width: 390 } : { columns: 10, width: 180 };
  const file = path.join(folder, `${name}.png`);
  await takeSheet(browser, file, frames, { ...grid, gap: 6, background: '#777' });
  process.stdout.write(`${name}: ${frames.length} frames\n`);
  printErrors(await phone.close());
}

async function openGift(page: Page, shoot: () => Promise<void>): Promise<void> {
  const answer = await holdCalls(page, 'getReward');
  await page.goto('/');
  await page.locator('.gift').waitFor();
  await page.evaluate(() => document.fonts.ready);
  await holdAnimations(page);
  await pauseClock(page);
  await shoot();
  answer();
  await page.locator('.gift[data-open]').waitFor();
  for (let ms = 0; ms < revealMs.gift; ms += stepMs) {
    await shoot();
    await advance(page);
  }
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
  for (let ms = 0; ms < revealMs.rest; ms += stepMs) {
    await advance(page);
    if (ms % (3 * stepMs) === 0 || ms > revealMs.rest - 5 * stepMs) await shoot();
  }
}

/** The page's clock and its animations. */
async function advance(page: Page): Promise<void> {
  await page.clock.runFor(stepMs);
  await advanceAnimations(page, stepMs);
}

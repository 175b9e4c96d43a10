// `npm run pictures -- character`: the campaign's character in each of its moods every 100 ms, at
// 64 and at 160 pixels, and the poses that remain under reduced motion. `npm run pictures --
// character tea-demo cheer` takes one mood of another campaign. Each mood is one picture in
// .screens/character/.
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { toForm } from '../support/page-objects.ts';
import { walkedCampaign } from '../support/walked-campaign.ts';
import { advanceAnimations, holdAnimations } from '../support/browser/page-time.ts';
import { openPhone, screensFolder, withDemonstration } from './demonstration.ts';
import { takeSheet, type Picture } from './sheets.ts';

const stepMs = 100;
const lengths = { waiting: 4800, wince: 1800, cheer: 1700, console: 4800 } as const;
type Mood = keyof typeof lengths;
const isMood = (text: string): text is Mood => text in lengths;
const sizes = [64, 160] as const;

const [id = 'biscuit-2025', ...moods] = process.argv.slice(2);
const { named } = await walkedCampaign(id);
const every: Mood[] = ['waiting', 'wince', 'cheer', 'console'];
const wanted = moods.filter(isMood);
const folder = path.join(screensFolder, 'character', id);
await mkdir(folder, { recursive: true });

await withDemonstration(named, async (browser) => {
  for (const mood of wanted.length > 0 ? wanted : every) await take(browser, mood);
});
process.stdout.write(`Look at ${folder}\n`);

async function take(browser: Browser, mood: Mood): Promise<void> {
  const moving = await openPhone(browser, { deviceScaleFactor: 2 });
  const { page } = moving;
  await toForm(moving);
  await holdAnimations(page);
  await arrange(page, mood);
  const frames: Picture[] = [];
  for (let ms = 0; ms <= lengths[mood]; ms += stepMs) {
    if (ms > 0) await advanceAnimations(page, stepMs);
    frames.push({ png: await page.locator('#strip').screenshot(), caption: `${ms} ms` });
  }
  await moving.close();
  const still = await openPhone(browser, { deviceScaleFactor: 2, reducedMotion: 'reduce' });
  await toForm(still);
  await arrange(still.page, mood);
  const png = await still.page.locator('#strip').screenshot();
  frames.push({ png, caption: 'without motion' });
  await still.close();
  const grid = { columns: 6, width: 304, gap: 6, background: '#fff' };
  await takeSheet(browser, path.join(folder, `${mood}.png`), frames, grid);
  process.stdout.write(`${mood}: ${frames.length} frames, the last one without motion\n`);
}

/** Nothing but the character, as it is in the page, in each size. */
async function arrange(page: Page, mood: Mood): Promise<void> {
  await page.evaluate(
    ({ mood: wantedMood, sizes: wantedSizes }) => {
      const found = document.querySelector('#root .character');
      if (!(found instanceof HTMLElement)) throw new Error('The page has no character.');
      const strip = document.createElement('div');
      strip.id = 'strip';
      strip.style.cssText =
        'display:flex;align-items:end;gap:24px;width:max-content;padding:56px 28px 12px';
      for (const size of wantedSizes) {
        const copy = found.cloneNode(true);
        if (!(copy instanceof HTMLElement)) continue;
        copy.dataset['mood'] = wantedMood;
        copy.dataset['seen'] = 'true';
        copy.style.setProperty('--size', `${size}px`);
        strip.append(copy);
      }
      document.body.replaceChildren(strip);
    },
    { mood, sizes },
  );
}

// `npm run frames:character`: the campaign's character in each of its moods every 100 ms, at 64 and
// at 160 pixels, and the poses that remain under reduced motion. `npm run frames:character tea-demo
// cheer` takes one mood of another campaign. Starts the demonstration itself; each mood is one
// picture in .screens/character/.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { withTemporaryDemo } from '@inaam/demo/temporary/temporary-demo.ts';
import { launchChromium } from '@inaam/runtime/chromium.ts';
import type { Browser, Page } from 'playwright-core';
import { setAnswerTransport } from './support/product/answer-transport.ts';
import { Phone, withMotion } from './support/browser/phone.ts';
import { toForm } from './support/page-objects.ts';
import { setProductUrl } from './support/product/product-url.ts';
import { walkedCampaign } from './support/walked-campaign.ts';
import { advanceAnimations, holdAnimations } from './support/browser/step-animations.ts';

const stepMs = 100;
const lengths = { waiting: 4800, wince: 1800, cheer: 1700, console: 4800 } as const;
type Mood = keyof typeof lengths;
const isMood = (text: string): text is Mood => text in lengths;
const sizes = [64, 160] as const;

const [id = 'biscuit-2025', ...moods] = process.argv.slice(2);
const { named } = await walkedCampaign(id);
const every: Mood[] = ['waiting', 'wince', 'cheer', 'console'];
const wanted = moods.filter(isMood);
const folder = path.resolve(import.meta.dirname, '..', '.screens', 'character', id);
await mkdir(folder, { recursive: true });

await withTemporaryDemo(
  async (origin) => {
    setProductUrl(origin);
    setAnswerTransport({ encoding: 'object', delayMs: 0 });
    const browser = await launchChromium();
    try {
      for (const mood of wanted.length > 0 ? wanted : every) await take(browser, mood);
    } finally {
      await browser.close();
    }
  },
  { CAMPAIGN: named },
);
process.stdout.write(`Look at ${folder}\n`);

async function take(browser: Browser, mood: Mood): Promise<void> {
  const moving = await Phone.open({ ...withMotion, deviceScaleFactor: 2 }, browser);
  const { page } = moving;
  await toForm(moving);
  await holdAnimations(page);
  await arrange(page, mood);
  const frames: Buffer[] = [];
  for (let ms = 0; ms <= lengths[mood]; ms += stepMs) {
    if (ms > 0) await advanceAnimations(page, stepMs);
    frames.push(await page.locator('#strip').screenshot());
  }
  await moving.close();
  const still = await Phone.open({ deviceScaleFactor: 2 }, browser);
  await toForm(still);
  await arrange(still.page, mood);
  frames.push(await still.page.locator('#strip').screenshot());
  await still.close();
  await writeSheet(browser, mood, frames);
  process.stdout.write(`${mood}: ${frames.length} frames, the last one without motion\n`);
}

/** Only the character, as in the page, in each size. */
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

async function writeSheet(browser: Browser, mood: Mood, frames: readonly Buffer[]): Promise<void> {
  const style = `body{margin:8px;font:12px system-ui;width:1900px}
    figure{display:inline-block;margin:3px}img{width:304px;display:block}`;
  const figures = frames.map((frame, at) => {
    const caption = at === frames.length - 1 ? 'without motion' : `${at * stepMs} ms`;
    const source = `data:image/png;base64,${frame.toString('base64')}`;
    return `<figure><img src="${source}" alt=""><figcaption>${caption}</figcaption></figure>`;
  });
  const page = await browser.newPage({ viewport: { width: 1916, height: 900 } });
  await page.setContent(`<!doctype html><style>${style}</style>${figures.join('')}`);
  const file = path.join(folder, `${mood}.png`);
  await writeFile(file, await page.screenshot({ fullPage: true }));
  await page.close();
}

// For `npm run screens`: takes a picture of the current screen in each language, and returns to the
// first. Checks nothing.
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { finishAnimations, layoutProblems } from '../support/checks/visual-checks.ts';
import type { Phone } from '../support/browser/phone.ts';

/** Pictures are stored as `<folder>/<language>/<size>/<nn stop>.png`. */
export type Film = {
  folder: string;
  size: string;
  /** The paths are walked in the first one. */
  languages: readonly string[];
  cookie: string;
  /** Collects text faults, one per line. */
  faults: string[];
};

const turningMs = 2400;
const halfway = 0.4;
/** Long enough to load the words; the switch of the first paint never does. */
const answerMs = 2000;

export async function photograph(phone: Phone, film: Film, name: string): Promise<string[]> {
  const { page } = phone;
  const files: string[] = [];
  const isMoving = await page.evaluate(freeze, { turningMs, halfway });
  if (isMoving) {
    files.push(...(await inEachLanguage(phone, film, `${name}, moving`, () => Promise.resolve())));
  }
  files.push(...(await inEachLanguage(phone, film, name, finishAnimations)));
  await page.evaluate(unfreeze);
  return files;
}

async function inEachLanguage(
  phone: Phone,
  film: Film,
  name: string,
  still: (page: Page) => Promise<void>,
): Promise<string[]> {
  const { page } = phone;
  const { languages, folder, size, faults } = film;
  const files: string[] = [];
  for (const language of languages) {
    if (!(await switchLanguage(phone, film, language))) continue;
    await still(page);
    faults.push(
      ...(await layoutProblems(page)).map((fault) => `${language} ${size} ${name}: ${fault}`),
    );
    const isLong = await page.evaluate(
      () =>
        document.documentElement.scrollHeight > innerHeight + 2 &&
        !document.querySelector('dialog:modal'),
    );
    for (const [suffix, fullPage] of [
      ['', false],
      ...(isLong ? [[', whole', true] as const] : []),
    ] as const) {
      const file = path.join(language, size, `${name}${suffix}.png`);
      await mkdir(path.join(folder, language, size), { recursive: true });
      await page.screenshot({ path: path.join(folder, file), fullPage });
      files.push(file);
    }
  }
  const first = languages[0] ?? 'en';
  // Even if a page has only the first language: the next page would read the cookie.
  await phone.context.addCookies([{ name: film.cookie, value: first, url: phone.origin }]);
  await switchLanguage(phone, film, first);
  return files;
}

/**
 * Uses the language switch if one responds, even under a dialog; otherwise the cookie and a reload.
 * @returns whether the page is now in that language: not every page has all
 */
async function switchLanguage(phone: Phone, { cookie }: Film, language: string): Promise<boolean> {
  const { page, context, origin } = phone;
  const isSpoken = () => page.evaluate((tag) => document.documentElement.lang === tag, language);
  const options = { timeout: answerMs };
  if (!(await isSpoken()) && (await page.evaluate(openChoice))) {
    const isThere = (tag: string) =>
      document.querySelector(`dialog button[lang="${tag}"]`) !== null;
    await page.waitForFunction(isThere, language, options).catch(() => undefined);
    await page.evaluate(press, language);
    const hasChanged = (tag: string) => document.documentElement.lang === tag;
    await page.waitForFunction(hasChanged, language, options).catch(() => undefined);
  }
  if (!(await isSpoken())) {
    await context.addCookies([{ name: cookie, value: language, url: origin }]);
    await page.reload();
  }
  await waitUntilPainted(page);
  return isSpoken();
}

/** Also under another dialog. */
function openChoice(): boolean {
  const open = document.querySelector<HTMLButtonElement>('#root .language-switch');
  open?.click();
  return open !== null;
}

function press(language: string): void {
  document.querySelector<HTMLButtonElement>(`dialog button[lang="${language}"]`)?.click();
}

async function waitUntilPainted(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const isLoading = () => [...document.fonts].some(({ status }) => status === 'loading');
    for (let times = 0; times < 3 || isLoading(); times += 1) {
      await frame();
      await document.fonts.ready;
    }
    await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
    await frame();
  });
}

/**
 * In the page: pauses the wheel at a time, and other animations halfway. @returns whether many ran
 */
function freeze(at: { turningMs: number; halfway: number }): boolean {
  let moving = 0;
  for (const show of document.getAnimations()) {
    const end = show.effect?.getComputedTiming().endTime;
    if (show.id === 'spin') {
      show.pause();
      show.currentTime = at.turningMs;
    } else if (typeof end === 'number' && Number.isFinite(end)) {
      show.pause();
      show.currentTime = end * at.halfway;
      moving += 1;
    }
  }
  return moving > 9;
}

function unfreeze(): void {
  for (const show of document.getAnimations()) if (show.id === 'spin') show.play();
}

// What the programs that take pictures share: the demonstration, its browser, and phones in it.
import path from 'node:path';
import { withTemporaryDemo } from '@inaam/testing/demonstration/temporary-demo.ts';
import { launchChromium } from '@inaam/testing/runtime/chromium.ts';
import type { Browser, BrowserContext } from 'playwright-core';
import { Phone, withMotion, type PhoneOptions } from '../support/browser/phone.ts';
import { setProduct } from '../support/product/product-url.ts';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import * as z from 'zod';

const patienceMs = 60_000;
const root = path.resolve(import.meta.dirname, '../..');

/** Not in the repository. */
export const screensFolder = path.join(root, '.screens');
/** Of the README and the documents. */
export const documentPictures = path.join(root, 'docs/pictures');

/** @param campaign as `CAMPAIGN` names it */
export function withDemonstration<Result>(
  campaign: string,
  work: (browser: Browser) => Promise<Result>,
): Promise<Result> {
  return withTemporaryDemo(
    async (origin) => {
      setProduct(origin, path.basename(campaign));
      const browser = await launchChromium();
      try {
        return await work(browser);
      } finally {
        await browser.close();
      }
    },
    { CAMPAIGN: campaign },
  );
}

/** A phone with motion, and with the typeface of a phone. */
export async function openPhone(browser: Browser, options: PhoneOptions): Promise<Phone> {
  const phone = await Phone.open({ ...withMotion, ...options }, browser);
  phone.context.setDefaultTimeout(patienceMs);
  await usePhoneTypeface(phone.context);
  return phone;
}

export function printErrors(errors: readonly string[]): void {
  for (const error of errors) process.stdout.write(`  ${error}\n`);
}

/**
 * A phone's window, or a computer's with a mouse from 1000 pixels.
 * @param size as 360x740, 360x740-dark or 360x740-large, with text at 200 %
 */
export function optionsOf(size: string): PhoneOptions {
  const [, width = '0', height = '0', dark, large] =
    /^(\d+)x(\d+)(-dark)?(-large)?$/.exec(size) ?? [];
  const viewport = { width: Number(width), height: Number(height) };
  if (viewport.width === 0 || viewport.height === 0) {
    throw new Error(
      `Failed to take pictures: "${size}" is no size. Write it as 360x740, 360x740-dark or 360x740-large.`,
    );
  }
  const options: PhoneOptions = {
    viewport,
    colorScheme: dark === undefined ? 'light' : 'dark',
    ...(large === undefined ? {} : { before: (page) => page.addInitScript(doubleText) }),
  };
  return viewport.width < 1000 ? options : { ...options, isMobile: false, hasTouch: false };
}

/** In the page. */
function doubleText(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(':root { font-size: 200% !important }');
  document.adoptedStyleSheets.push(sheet);
}

type Face = { weight: string; unicodeRange: string; base64: string };

const weights = ['400', '500', '600', '700', '800'];
/** The second has the rupee sign. */
const subsets = ['latin', 'latin-ext'];
const rangesOf = z.record(z.string(), z.string());

/**
 * Every page of the context has Roboto from the start, without a request, like phones: the
 * machine's own fonts are wider.
 */
async function usePhoneTypeface(context: BrowserContext): Promise<void> {
  const { resolve } = createRequire(import.meta.url);
  const file = resolve('@fontsource/roboto/unicode.json');
  const ranges = rangesOf.parse(JSON.parse(await readFile(file, 'utf8')));
  const faces = await Promise.all(
    weights.flatMap((weight) =>
      subsets.map(async (subset): Promise<Face> => {
        const font = `@fontsource/roboto/files/roboto-${subset}-${weight}-normal.woff2`;
        const base64 = await readFile(resolve(font), 'base64');
        return { weight, unicodeRange: ranges[subset] ?? '', base64 };
      }),
    ),
  );
  await context.addInitScript(addFaces, faces);
}

/** In the page. */
function addFaces(faces: readonly Face[]): void {
  for (const { base64, ...descriptors } of faces) {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0) ?? 0);
    document.fonts.add(new FontFace('Roboto', bytes, descriptors));
  }
}

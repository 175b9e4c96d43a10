// The oldest supported engines: the journey without any feature that one of them lacks, and the
// built files without syntax and functions that one of them does not know.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { newerInScript, newerInStyle } from '../support/browser/newer-code.ts';
import { newerFeatures, type NewerFeatures } from '../support/browser/newer-features.ts';
import {
  codeForm,
  entry,
  newShopper,
  privacyNotice,
  shownAmount,
  spin,
  toCode,
  wheel,
} from '../support/page-objects.ts';
import { usePhones, type Phone } from '../support/browser/phone.ts';
import { readCode } from '../support/product/sms-inbox.ts';
import { unwrapResponse } from '@inaam/contract/envelope.ts';
import * as z from 'zod';
import { storeVerified } from '../support/browser/stored-login.ts';

const phones = usePhones();
const newer = newerFeatures();
/** Playwright uses these in the page; the check below refuses them in the built files. */
const neededByDriver = ['BigInt64Array', 'BigUint64Array'];

/** The scripts check for these before use, or only have a member of the same name. */
const known = new Set(
  `AudioContext ListFormat OfflineAudioContext captureStackTrace fromHex reportError stackTraceLimit toHex
  OffscreenCanvas displayName drop errors notify use`.split(/\s+/),
);

/** Features that shoppers do not miss, or that older-engines.css replaces. */
const dispensable = new Set(
  `:backdrop :focus-visible :has :is :lang :selection
  :view-transition-group :view-transition-new :view-transition-old
  accent-color color-scheme color-mix() conic-gradient() conic-gradient(var()) repeating-conic-gradient(var()) cursor hyphens overscroll-behavior scrollbar-gutter
  text-size-adjust text-underline-offset text-wrap
  aspect-ratio contain container-type cqi`.split(/\s+/),
);

const site = path.resolve(import.meta.dirname, '../../web/dist');
const read = (file: string) => readFile(path.join(site, file), 'utf8');

test('the built scripts have no syntax and no function that a supported engine lacks', async () => {
  const files = (await read('.build')).split('\n').filter((file) => file.endsWith('.js'));
  const [page, ...scripts] = await Promise.all(['index.html', ...files].map(read));
  const inline = contentsOf(page, /<script type="module">(.*?)<\/script>/gs);
  const classic = contentsOf(page, /<script>(.*?)<\/script>/gs);
  expect([scripts.length > 5, inline.length, classic.length]).toEqual([true, 1, 1]);
  // It must work in browsers of any age.
  expect(classic.flatMap((code) => newerInScript(code, 5, new Set()))).toEqual([]);
  expect([...scripts, ...inline].flatMap((code) => newerInScript(code, 2020, known))).toEqual([]);
});

test('the built styles have nothing that a supported engine would miss', async () => {
  const styles = contentsOf(await read('index.html'), /<style>(.*?)<\/style>/gs);
  expect(styles.length).toBe(1);
  expect(styles.flatMap((style) => newerInStyle(style, dispensable))).toEqual([]);
});

test('these checks find newer features', () => {
  const find = (code: string) => newerInScript(code, 2020, new Set()).length;
  for (const code of [
    'a ??= b;',
    'class A { #b = 1; }',
    'await a;',
    '/(?<=a)b/;',
    '[].findLast(Boolean);',
    'structuredClone(a);',
    'Promise.any([]);',
    'export * as a from "b";',
  ]) {
    expect(find(code), code).toBe(1);
  }
  expect(find('[].at(-1) ?? a?.b; Promise.allSettled([]); [].flatMap(a);')).toBe(0);
  const style = (text: string) => newerInStyle(`a { ${text} }`, new Set()).length;
  expect(style('inset: 0; color: color-mix(in srgb, red, blue)')).toBe(2);
  expect(style('height: 1dvh')).toBe(1);
  expect(style('height: 1vh; height: 1dvh; color: rgb(0 0 0 / 0.5)')).toBe(0);
});

const contentsOf = (text = '', tag: RegExp) =>
  Array.from(text.matchAll(tag), ([, content = '']) => content);

test('the journey to the reward needs nothing that a supported engine lacks', async () => {
  const phone = await phones.open({ before: removeNewer });
  const { page } = phone;
  await page.goto(entry);
  await privacyNotice(page).dialog.waitFor();
  // Features without a replacement are really gone.
  expect(await page.evaluate(stillThere)).toEqual([]);
  const shopper = newShopper();
  await toCode(phone, shopper);
  // It submits automatically.
  await codeForm(page).otp.fill(await readCode(shopper.mobile));
  await wheel(page).play.waitFor();
  await spin(page);
  expect([3, 5, 10]).toContain(await shownAmount(page));
  expect(await wheel(page).play.count()).toBe(0);
});

const removeNewer = (page: Page) =>
  page.addInitScript(removeFeatures, {
    globals: newer.globals.filter((name) => !neededByDriver.includes(name)),
    members: newer.members,
  });

/** In the page, before any script of the site. */
function removeFeatures({ globals, members }: Pick<NewerFeatures, 'globals' | 'members'>): void {
  const isOwner = (value: unknown): value is object =>
    (typeof value === 'object' && value !== null) || typeof value === 'function';
  for (const { owner, name, on } of members) {
    const found: unknown = owner === 'Window' ? globalThis : Reflect.get(globalThis, owner);
    if (!isOwner(found)) continue;
    const prototype: unknown = Reflect.get(found, 'prototype');
    if (on !== 'instances' || owner === 'Window') Reflect.deleteProperty(found, name);
    if (on !== 'class' && isOwner(prototype)) Reflect.deleteProperty(prototype, name);
  }
  for (const name of globals) Reflect.deleteProperty(globalThis, name);
}

function stillThere(): string[] {
  const dialog = document.createElement('dialog');
  return [
    ...['showModal', 'popover', 'inert', 'replaceChildren'].filter((name) => name in dialog),
    ...['WeakRef', 'structuredClone', 'AudioContext'].filter((name) => name in globalThis),
    ...['ListFormat', 'Segmenter'].filter((name) => name in Intl),
    ...['any', 'withResolvers'].filter((name) => name in Promise),
    ...['findLast', 'toSpliced'].filter((name) => name in Array.prototype),
  ];
}

// A page that is open during a deployment: files of its build are gone.

const grantSchema = z.object({ winType: z.coerce.number() });
const gone = /status of 404/;
const rewardFiles = /\/assets\/reward-[^/]*\.js$/;

/** A shopper who has verified the number. @returns the number of page loads since then */
async function openVerified(phone: Phone): Promise<() => number> {
  await storeVerified(phone, newShopper());
  return countLoads(phone.page);
}

function countLoads(page: Page): () => number {
  let loads = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads += 1;
  });
  return () => loads;
}

/** The first page load requests a missing file; the next one belongs to the current build. */
const takeAway = ({ page }: Phone, files: RegExp, loads: () => number) =>
  page.route(files, (route) => (loads() > 1 ? route.continue() : route.fulfill({ status: 404 })));

test(
  'the screen of the reward is gone with its build: the page is loaded again and shows the reward',
  { tags: ['long'] },
  async () => {
    const phone = await phones.open();
    const { page } = phone;
    phone.allow(gone);
    const loads = await openVerified(phone);
    await takeAway(phone, rewardFiles, loads);
    await page.goto('/spin-wheel');
    const answered = page.waitForResponse('**/getReward/**');
    await wheel(page).play.click();
    const { winType } = grantSchema.parse(unwrapResponse(await (await answered).text()));
    expect(await shownAmount(page)).toBe(winType);
    expect(loads()).toBe(2);
  },
);

test(
  'a missing file is not requested forever: the page says that something went wrong',
  { tags: ['long'] },
  async () => {
    const phone = await phones.open();
    const { page } = phone;
    phone.allow(gone, /Failed to fetch dynamically imported module/);
    const loads = await openVerified(phone);
    await page.route(rewardFiles, (route) => route.fulfill({ status: 404 }));
    await page.goto('/spin-wheel');
    await wheel(page).play.click();
    await page.getByRole('alert').getByRole('button').waitFor();
    expect(loads()).toBe(2);
  },
);

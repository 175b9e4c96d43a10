import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import postcss from 'postcss';
import { keepPreviousAssets } from './build-web.ts';
import { cssFallbacks } from './css-fallbacks.ts';

const day = 24 * 60 * 60_000;
const now = Date.UTC(2026, 0, 31);
let folder: string;
beforeEach(async () => (folder = await mkdtemp(path.join(tmpdir(), 'inaam-assets-'))));
afterEach(() => rm(folder, { recursive: true, force: true }));

async function build(name: string, files: readonly string[], at: number): Promise<string> {
  const site = path.join(folder, name);
  await mkdir(path.join(site, 'assets'), { recursive: true });
  for (const file of files) {
    await writeFile(path.join(site, 'assets', file), file);
    await utimes(path.join(site, 'assets', file), at / 1000, at / 1000);
  }
  return site;
}

const assetsOf = async (site: string) => (await readdir(path.join(site, 'assets'))).toSorted();
const filesOf = (...names: string[]) => names.map((name) => `assets/${name}`);

test('the assets of all builds of a week are kept, however many there were', async () => {
  const first = await build('first', ['a-1.js', 'b-1.js'], now);
  const second = await build('second', ['a-2.js', 'b-1.js'], now + day);
  const ofFirst = { current: filesOf('a-1.js', 'b-1.js'), now: now + day };
  await keepPreviousAssets(first, second, ofFirst);
  const third = await build('third', ['a-3.js', 'b-1.js'], now + 2 * day);
  const ofSecond = { current: filesOf('a-2.js', 'b-1.js'), now: now + 2 * day };
  await keepPreviousAssets(second, third, ofSecond);
  expect(await assetsOf(third)).toEqual(['a-1.js', 'a-2.js', 'a-3.js', 'b-1.js']);
  const later = await build('later', ['a-4.js'], now + 8.5 * day);
  const ofThird = { current: filesOf('a-3.js', 'b-1.js'), now: now + 8.5 * day };
  await keepPreviousAssets(third, later, ofThird);
  expect(await assetsOf(later)).toEqual(['a-2.js', 'a-3.js', 'a-4.js', 'b-1.js']);
});

test('the build that is replaced is kept, however old it is', async () => {
  const first = await build('first', ['a-1.js'], now);
  const second = await build('second', ['a-2.js'], now + 30 * day);
  await keepPreviousAssets(first, second, { current: filesOf('a-1.js'), now: now + 30 * day });
  expect(await assetsOf(second)).toEqual(['a-1.js', 'a-2.js']);
});

test('the first build has none', async () => {
  const first = await build('first', ['a-1.js'], now);
  await keepPreviousAssets(path.join(folder, 'missing'), first, { current: [], now });
  expect(await assetsOf(first)).toEqual(['a-1.js']);
});

const processed = (css: string) =>
  postcss([cssFallbacks()])
    .process(css, { from: undefined })
    .css.replaceAll(/\s*([{};])\s*/g, '$1')
    .replaceAll(/\s+/g, ' ');

test.each([
  ['.a:is(.b, .c:not(.d, .e)) i {}', '.a.b i, .a.c:not(.d, .e) i{}'],
  [':is(h1, .b):lang(bn), .c {}', 'h1:lang(bn), .b:lang(bn), .c{}'],
  ['.a :is(.b, .c) > :is(h1, .d) {}', '.a .b > h1, .a .b > .d, .a .c > h1, .a .c > .d{}'],
  ['.a :is(.b, :is(.c, .d)) {}', '.a .b, .a .c, .a .d{}'],
  ['.a::before, [title=":"] {}', '.a::before, [title=":"]{}'],
])('%s is written out', (css, expected) => {
  expect(processed(css)).toBe(expected);
});

test('a type after something else cannot be written out', () => {
  expect(() => processed('.a:is(h1, .b) {}')).toThrow('put the type h1 before');
});

test.each([
  [
    '.a { color: red; inset-inline-end: 0 }',
    ".a{color: red}html:not([dir='rtl']) .a{right: 0}[dir='rtl'] .a{left: 0}",
  ],
  [
    '.a { inset-inline: calc(1px + 2px) 5px }',
    "html:not([dir='rtl']) .a{left: calc(1px + 2px);right: 5px}[dir='rtl'] .a{right: calc(1px + 2px);left: 5px}",
  ],
  [
    '@media print { .a, .b { inset-inline-start: 3px } }',
    "@media print{html:not([dir='rtl']) .a, html:not([dir='rtl']) .b{left: 3px}[dir='rtl'] .a, [dir='rtl'] .b{right: 3px}}",
  ],
])('%s is placed in each direction', (css, expected) => {
  expect(processed(css)).toBe(expected);
});

test('a height of the dynamic viewport comes after one of the static viewport', () => {
  expect(processed('.a { height: calc(100dvh - 1px) }')).toBe(
    '.a{height: calc(100vh - 1px);height: calc(100dvh - 1px)}',
  );
});

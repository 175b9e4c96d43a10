// The typefaces that are shipped are those that the packages make, and small enough for the first load.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { writerWith } from './glyphs.ts';
import { wordsInHindi } from './hindi.ts';
import { makeFonts, sourceOf, unpacked } from './make.ts';

/** Bytes that the letters of the headings may take of HOME's first load. */
const latinMax = 14_000;
const devanagariMax = 25_000;

test('each file is what its package and its letters make, byte for byte', async () => {
  const made = await makeFonts();
  for (const [name, bytes] of made) {
    const shipped = await readFile(path.join(import.meta.dirname, name));
    expect(shipped.equals(bytes), `${name}: run npm run fonts`).toBe(true);
  }
  expect(made.get('display-latin.woff2')?.length).toBeLessThan(latinMax);
  expect(made.get('display-devanagari.woff2')?.length).toBeLessThan(devanagariMax);
});

test('each Hindi word of a campaign is written by the headings as their whole typeface writes it', async () => {
  const name = 'display-devanagari';
  const [whole, shipped] = await Promise.all(
    [sourceOf(name), path.join(import.meta.dirname, `${name}.woff2`)].map(async (file) =>
      writerWith(await unpacked(await readFile(file))),
    ),
  );
  const words = await wordsInHindi();
  expect(words.size).toBeGreaterThan(500);
  const widths = (write: typeof whole, word: string) => write?.(word).map(({ width }) => width);
  const others = [...words].filter(
    (word) => String(widths(shipped, word)) !== String(widths(whole, word)),
  );
  expect(others, 'run npm run fonts').toEqual([]);
  // A join that no word and no form of a letter has: it is written with a halant, and so is seen to differ.
  expect(widths(shipped, 'ङ्म')).not.toEqual(widths(whole, 'ङ्म'));
});

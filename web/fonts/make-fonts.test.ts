import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { shaperFor } from './subset-to-texts.ts';
import { hindiWords } from './hindi-texts.ts';
import { makeFonts, sourceOf, toSfnt } from './make-fonts.ts';

const maxLatinBytes = 14_000;
const maxDevanagariBytes = 25_000;

test('each file is what `npm run fonts` makes, byte for byte', async () => {
  const made = await makeFonts();
  for (const [name, bytes] of made) {
    const shipped = await readFile(path.join(import.meta.dirname, name));
    expect(shipped.equals(bytes), `${name}: run npm run fonts`).toBe(true);
  }
  expect(made.get('display-latin.woff2')?.length).toBeLessThan(maxLatinBytes);
  expect(made.get('display-devanagari.woff2')?.length).toBeLessThan(maxDevanagariBytes);
});

test('the heading font shapes each Hindi word of a campaign as the complete font does', async () => {
  const name = 'display-devanagari';
  const [whole, shipped] = await Promise.all(
    [sourceOf(name), path.join(import.meta.dirname, `${name}.woff2`)].map(async (file) =>
      shaperFor(await toSfnt(await readFile(file))),
    ),
  );
  const words = await hindiWords();
  expect(words.size).toBeGreaterThan(500);
  const widths = (write: typeof whole, word: string) => write?.(word).map(({ width }) => width);
  const others = [...words].filter(
    (word) => String(widths(shipped, word)) !== String(widths(whole, word)),
  );
  expect(others, 'run npm run fonts').toEqual([]);
  // A conjunct that is not included, as a control: it is shown with a halant.
  expect(widths(shipped, 'ङ्म')).not.toEqual(widths(whole, 'ङ्म'));
});

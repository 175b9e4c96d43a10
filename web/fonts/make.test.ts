// The typefaces that are shipped are those that the packages make, and small enough for the first load.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeFonts } from './make.ts';

/** Bytes that the Latin letters of the headings may take of HOME's first load. */
const latinMax = 14_000;

test('each file is what its package and its letters make, byte for byte', async () => {
  const made = await makeFonts();
  for (const [name, bytes] of made) {
    const shipped = await readFile(path.join(import.meta.dirname, name));
    expect(shipped.equals(bytes), `${name}: run npm run fonts`).toBe(true);
  }
  expect(made.get('display-latin.woff2')?.length).toBeLessThan(latinMax);
});

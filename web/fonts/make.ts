// Makes the site's typefaces out of their packages, each cut down to the letters that are shown: `npm run fonts`. Run
// it after one of the packages has changed; a test holds what lies here against it. Never part of a build.
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';
import { cutToTexts } from './glyphs.ts';
import { textsInHindi } from './hindi.ts';

/** Printable ASCII and the marks that sentences and amounts are set with. */
const latin = `${letters([0x20, 0x7e])}\u00a0‘’“”–—…×·`;

/** Modern Devanagari with its joiners; not the marks of the Vedas. */
const devanagari = `${letters([0x0901, 0x0903], [0x0905, 0x0914], [0x0915, 0x0939], [0x093c, 0x094d], [0x0950, 0x0950], [0x0958, 0x095f], [0x0964, 0x096f])}\u200c\u200d\u25cc`;

type Face = { readonly source: string; readonly text: string; readonly isCutToTexts?: true };

const faces = {
  'display-latin': {
    source: import.meta.resolve('@fontsource/baloo-2/files/baloo-2-latin-800-normal.woff2'),
    text: latin,
  },
  'display-rupee': {
    source: import.meta.resolve('@fontsource/baloo-2/files/baloo-2-latin-ext-800-normal.woff2'),
    text: '₹',
  },
  'display-devanagari': {
    source: import.meta.resolve('@fontsource/baloo-2/files/baloo-2-devanagari-800-normal.woff2'),
    text: devanagari,
    // Every Hindi page loads it, for headings and buttons, whose words are known.
    isCutToTexts: true,
  },
  'text-devanagari': {
    source: import.meta.resolve('@fontsource/mukta/files/mukta-devanagari-400-normal.woff2'),
    text: devanagari,
  },
  'text-devanagari-bold': {
    source: import.meta.resolve('@fontsource/mukta/files/mukta-devanagari-600-normal.woff2'),
    text: devanagari,
  },
  // What languages call themselves, on the switch: it stands on every page, also where no other letter is of theirs.
  names: {
    source: import.meta.resolve('@fontsource/mukta/files/mukta-devanagari-600-normal.woff2'),
    text: 'हिन्दी',
  },
} satisfies Record<string, Face>;

/** @returns each file by its name, as it is to lie in this folder. */
export async function makeFonts(): Promise<Map<string, Buffer>> {
  const texts = await textsInHindi();
  const made = Object.entries<Face>(faces).map(async ([name, { source, text, isCutToTexts }]) => {
    const whole = await readFile(fileURLToPath(source));
    const font = isCutToTexts
      ? await packed(await cutToTexts(await unpacked(whole), text, texts))
      : // Hints are for screens of a coarse grid, where no phone has one.
        await subsetFont(whole, text, { targetFormat: 'woff2', noHinting: true });
    return [`${name}.woff2`, font] as const;
  });
  return new Map(await Promise.all(made));
}

/** The file of a face's package. */
export const sourceOf = (name: keyof typeof faces) => fileURLToPath(faces[name].source);

/** As sfnt, with every glyph by its number. */
export const unpacked = (font: Buffer) =>
  subsetFont(font, '', { targetFormat: 'sfnt', keepAllGlyphs: true });

const packed = (font: Buffer) =>
  subsetFont(font, '', { targetFormat: 'woff2', keepAllGlyphs: true, noHinting: true });

function letters(...ranges: readonly (readonly [first: number, last: number])[]): string {
  return ranges
    .flatMap(([first, last]) =>
      Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at)),
    )
    .join('');
}

if (process.argv[1] === import.meta.filename) {
  for (const [name, bytes] of await makeFonts()) {
    await writeFile(path.join(import.meta.dirname, name), bytes);
    process.stdout.write(`${name}: ${(bytes.length / 1000).toFixed(1)} kB\n`);
  }
}

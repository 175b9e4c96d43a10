// `npm run fonts`: run it after a font package or a campaign's Hindi words have changed.
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';
import { subsetToTexts } from './subset-to-texts.ts';
import { hindiTexts } from './hindi-texts.ts';

const latin = `${letters([0x20, 0x7e])}\u00a0‘’“”–—…×·`;

const devanagari = `${letters([0x0901, 0x0903], [0x0905, 0x0914], [0x0915, 0x0939], [0x093c, 0x094d], [0x0950, 0x0950], [0x0958, 0x095f], [0x0964, 0x096f])}\u200c\u200d\u25cc`;

type Face = { readonly source: string; readonly text: string; readonly isSubsetToTexts?: true };

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
    // Loaded by every Hindi page, for headings and buttons: all of their words are known here.
    isSubsetToTexts: true,
  },
  'text-devanagari': {
    source: import.meta.resolve('@fontsource/mukta/files/mukta-devanagari-400-normal.woff2'),
    text: devanagari,
  },
  'text-devanagari-bold': {
    source: import.meta.resolve('@fontsource/mukta/files/mukta-devanagari-600-normal.woff2'),
    text: devanagari,
  },
  // For the language switch, also on pages without any other Devanagari.
  names: {
    source: import.meta.resolve('@fontsource/mukta/files/mukta-devanagari-600-normal.woff2'),
    text: 'हिन्दी',
  },
} satisfies Record<string, Face>;

export async function makeFonts(): Promise<Map<string, Buffer>> {
  const texts = await hindiTexts();
  const made = Object.entries<Face>(faces).map(
    async ([name, { source, text, isSubsetToTexts: isCutToTexts }]) => {
      const whole = await readFile(fileURLToPath(source));
      const font = isCutToTexts
        ? await toWoff2(await subsetToTexts(await toSfnt(whole), text, texts))
        : // Hinting is for low-resolution screens.
          await subsetFont(whole, text, { targetFormat: 'woff2', noHinting: true });
      return [`${name}.woff2`, font] as const;
    },
  );
  return new Map(await Promise.all(made));
}

export const sourceOf = (name: keyof typeof faces) => fileURLToPath(faces[name].source);

export const toSfnt = (font: Buffer) =>
  subsetFont(font, '', { targetFormat: 'sfnt', keepAllGlyphs: true });

const toWoff2 = (font: Buffer) =>
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

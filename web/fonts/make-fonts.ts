// `npm run fonts`. Run it after changing a font package, or a campaign's words in an Indian script.
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';
import { shaperFor, subsetToWords } from './subset-to-words.ts';
import { headingTexts } from './heading-texts.ts';
import { devanagariNames, lettersOf, scriptFaces } from './script-faces.ts';
import { figureRanges } from './typefaces.ts';
import type { Typeface } from '@inaam/campaigns/public/kit.ts';

const latin = `${lettersOf([[0x20, 0x7e]])}\u00a0‘’“”–—…×·`;
const figures = lettersOf(figureRanges);

const devanagari = `${lettersOf([
  [0x0901, 0x0903],
  [0x0905, 0x0914],
  [0x0915, 0x0939],
  [0x093c, 0x094d],
  [0x0950, 0x0950],
  [0x0958, 0x095f],
  [0x0964, 0x096f],
])}\u200c\u200d\u25cc`;

type Face = {
  readonly source: string;
  readonly text: string;
  /** Keeps only the glyphs of these words: all words of headings are known. */
  readonly words?: readonly string[];
  readonly bearings?: BearingsByLetter;
};
type BearingsByLetter = Readonly<Record<string, Bearings>>;

type Sources = { latin: string; rupee: string; devanagari: string; bearings?: BearingsByLetter };

/** Baloo 2 by Ek Type, Eczar by Rosetta, Khand and Kalam by the Indian Type Foundry. */
const typefaceSources: Readonly<Record<Typeface, Sources>> = {
  rounded: {
    latin: import.meta.resolve('@fontsource/baloo-2/files/baloo-2-latin-800-normal.woff2'),
    rupee: import.meta.resolve('@fontsource/baloo-2/files/baloo-2-latin-ext-800-normal.woff2'),
    devanagari: import.meta
      .resolve('@fontsource/baloo-2/files/baloo-2-devanagari-800-normal.woff2'),
  },
  serif: {
    latin: import.meta.resolve('@fontsource/eczar/files/eczar-latin-800-normal.woff2'),
    rupee: import.meta.resolve('@fontsource/eczar/files/eczar-latin-ext-800-normal.woff2'),
    devanagari: import.meta.resolve('@fontsource/eczar/files/eczar-devanagari-800-normal.woff2'),
    bearings: {
      '₹': { before: 30, after: 40 },
      '.': { before: 45, after: 45 },
      ',': { before: 30, after: 45 },
      ':': { before: 60, after: 45 },
    },
  },
  condensed: {
    latin: import.meta.resolve('@fontsource/khand/files/khand-latin-700-normal.woff2'),
    rupee: import.meta.resolve('@fontsource/khand/files/khand-latin-ext-700-normal.woff2'),
    devanagari: import.meta.resolve('@fontsource/khand/files/khand-devanagari-700-normal.woff2'),
  },
  handwritten: {
    latin: import.meta.resolve('@fontsource/kalam/files/kalam-latin-700-normal.woff2'),
    rupee: import.meta.resolve('@fontsource/kalam/files/kalam-latin-ext-700-normal.woff2'),
    devanagari: import.meta.resolve('@fontsource/kalam/files/kalam-devanagari-700-normal.woff2'),
    bearings: { '₹': { before: 40, after: 10 } },
  },
};

/** Such as `serif-latin`, `serif-rupee`, `serif-devanagari`. */
async function facesOfTypefaces(): Promise<[string, Face][]> {
  const headings = await headingTexts('Deva');
  return Object.entries(typefaceSources).flatMap(([typeface, sources]): [string, Face][] => {
    const { latin: letters, rupee, devanagari: source, bearings = {} } = sources;
    return [
      [`${typeface}-latin`, { source: letters, text: latin, bearings }],
      [`${typeface}-figures`, { source: letters, text: figures, bearings }],
      [`${typeface}-rupee`, { source: rupee, text: '₹', bearings }],
      [`${typeface}-devanagari`, { source, ...headings }],
    ];
  });
}

const faces = {
  'text-devanagari': {
    source: import.meta.resolve('@fontsource/mukta/files/mukta-devanagari-400-normal.woff2'),
    text: devanagari,
  },
  'text-devanagari-bold': {
    source: import.meta.resolve('@fontsource/mukta/files/mukta-devanagari-600-normal.woff2'),
    text: devanagari,
  },
} satisfies Record<string, Face>;

/**
 * The heading weight of each script: Baloo, or else Anek, both by Ek Type, if no package has Baloo
 * or its file is twice as large.
 */
const displaySources: Readonly<Record<string, string>> = {
  Beng: import.meta.resolve('@fontsource/baloo-da-2/files/baloo-da-2-bengali-800-normal.woff2'),
  Guru: import.meta
    .resolve('@fontsource/baloo-paaji-2/files/baloo-paaji-2-gurmukhi-800-normal.woff2'),
  Gujr: import.meta
    .resolve('@fontsource/anek-gujarati/files/anek-gujarati-gujarati-800-normal.woff2'),
  Taml: import.meta
    .resolve('@fontsource/baloo-thambi-2/files/baloo-thambi-2-tamil-800-normal.woff2'),
  Telu: import.meta.resolve('@fontsource/anek-telugu/files/anek-telugu-telugu-800-normal.woff2'),
  Knda: import.meta
    .resolve('@fontsource/baloo-tamma-2/files/baloo-tamma-2-kannada-800-normal.woff2'),
  Mlym: import.meta
    .resolve('@fontsource/baloo-chettan-2/files/baloo-chettan-2-malayalam-800-normal.woff2'),
  Arab: import.meta
    .resolve('@fontsource/baloo-bhaijaan-2/files/baloo-bhaijaan-2-arabic-800-normal.woff2'),
};

const inWeight = (display: string, weight: number) => display.replace('-800-', `-${weight}-`);

/** Text fonts have whole scripts; heading fonts only what HOME needs. */
async function facesOfScripts(): Promise<[string, Face][]> {
  const ofScripts = Object.entries(scriptFaces).map(
    async ([script, { name, ranges, ownNames }]): Promise<[string, Face][]> => {
      const display = displaySources[script];
      if (display === undefined) throw new Error(`Failed to make fonts: no package for ${script}.`);
      const text = lettersOf(ranges);
      return [
        [`display-${name}`, { source: display, ...(await headingTexts(script)) }],
        [`text-${name}`, { source: inWeight(display, 400), text }],
        [`text-${name}-bold`, { source: inWeight(display, 600), text }],
        [`names-${name}`, { source: inWeight(display, 600), text: ownNames }],
      ];
    },
  );
  const bold = faces['text-devanagari-bold'].source;
  return [
    ...(await Promise.all(ofScripts)).flat(),
    ['names-devanagari', { source: bold, text: devanagariNames.ownNames }],
  ];
}

/** @param of the faces that every page may load, or also those of the scripts */
export async function makeFonts(of: 'everyPage' | 'all'): Promise<Map<string, Buffer>> {
  const everyPage = [...(await facesOfTypefaces()), ...Object.entries<Face>(faces)];
  const all = [...everyPage, ...(of === 'all' ? await facesOfScripts() : [])];
  const made = all.map(async ([name, { source, text, words, bearings }]) => {
    const file = await readFile(fileURLToPath(source));
    const whole = name.includes('malayalam')
      ? withoutRulesFor('MAL ', await toSfnt(file))
      : bearings
        ? await withBearings(file, text, bearings)
        : file;
    const font = words
      ? await toWoff2(await subsetToWords(await toSfnt(whole), text, words))
      : // Hinting is for low-resolution screens.
        await subsetFont(whole, text, { targetFormat: 'woff2', noHinting: true });
    return [`${name}.woff2`, font] as const;
  });
  return new Map(await Promise.all(made));
}

/** Source of Devanagari headings. */
export const devanagariSourceOf = (typeface: Typeface) =>
  fileURLToPath(typefaceSources[typeface].devanagari);

/** Source of headings in a script of `scriptFaces`. */
export function displaySourceOf(script: string): string {
  const source = displaySources[script];
  if (source === undefined) throw new Error(`Failed to find a font: no package for ${script}.`);
  return fileURLToPath(source);
}

export const toSfnt = (font: Buffer) =>
  subsetFont(font, '', { targetFormat: 'sfnt', keepAllGlyphs: true });

async function withBearings(
  file: Buffer,
  text: string,
  bearings: BearingsByLetter,
): Promise<Buffer> {
  let font = await toSfnt(file);
  const glyphsOf = shaperFor(font);
  for (const [letter, sides] of Object.entries(bearings)) {
    const [glyph] = glyphsOf(letter);
    if (text.includes(letter) && glyph) font = respace(font, glyph.id, sides);
  }
  return font;
}

/** Baloo Chettan 2 does not join letters in text marked as Malayalam, but does in other text. */
function withoutRulesFor(language: string, font: Buffer): Buffer {
  const changed = Buffer.from(font);
  for (let at = font.indexOf(language); at >= 0; at = font.indexOf(language, at + 1)) {
    changed.write('ZZZ ', at);
  }
  return changed;
}

const toWoff2 = (font: Buffer) =>
  subsetFont(font, '', { targetFormat: 'woff2', keepAllGlyphs: true, noHinting: true });

if (process.argv[1] === import.meta.filename) {
  for (const [name, bytes] of await makeFonts('all')) {
    await writeFile(path.join(import.meta.dirname, name), bytes);
    process.stdout.write(`${name}: ${(bytes.length / 1000).toFixed(1)} kB\n`);
  }
}

// Changes the side bearings of letters: Eczar's rupee sign overlaps the next digit, and its full
// stops are too far from the words.

/** In units of the font. */
type Bearings = { before: number; after: number };

/** @param font uncompressed, with TrueType outlines */
function respace(font: Buffer, glyph: number, { before, after }: Bearings): Buffer {
  const changed = Buffer.from(font);
  const { xMin, xMax } = inkOf(font, glyph);
  const metrics = tableOf(font, 'hmtx') + 4 * glyph;
  if (glyph >= font.readUInt16BE(tableOf(font, 'hhea') + 34)) {
    throw new Error('Failed to respace a glyph: it has no separate width. Choose another font.');
  }
  changed.writeUInt16BE(before + xMax - xMin + after, metrics);
  changed.writeInt16BE(before, metrics + 2);
  return changed;
}

/** Extent of the drawn shape, left to right. */
export function inkOf(font: Buffer, glyph: number): { xMin: number; xMax: number } {
  const isLong = font.readInt16BE(tableOf(font, 'head') + 50) === 1;
  const places = tableOf(font, 'loca');
  const offset = isLong
    ? font.readUInt32BE(places + 4 * glyph)
    : 2 * font.readUInt16BE(places + 2 * glyph);
  const drawn = tableOf(font, 'glyf') + offset;
  return { xMin: font.readInt16BE(drawn + 2), xMax: font.readInt16BE(drawn + 6) };
}

function tableOf(font: Buffer, name: string): number {
  const count = font.readUInt16BE(4);
  for (let table = 0; table < count; table += 1) {
    const entry = 12 + 16 * table;
    if (font.toString('latin1', entry, entry + 4) === name) return font.readUInt32BE(entry + 8);
  }
  throw new Error(
    `Failed to read a font: it has no table ${name}. Check that its package is intact.`,
  );
}

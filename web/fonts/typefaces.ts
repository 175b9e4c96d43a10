// The typefaces a campaign's kit can choose for headings, buttons and amounts, all under one name:
// a page has the rules of one. Files: `npm run fonts`; licences in public/fonts/.
import type { Typeface } from '@inaam/campaigns/public/kit.ts';

export type TypefaceFaces = {
  /** Adjusts its apparent size to that of the others. */
  sizeAdjust: number;
  /** Size of the brand in the header, which shares a line with two buttons on a small phone. */
  brandSize: number;
  /** A local font of the same width, so that nothing moves when the typeface loads. */
  standIn: { local: readonly string[]; sizeAdjust: number };
};

const sans = ['Roboto Bold', 'Roboto-Bold', 'Arial Bold', 'DejaVu Sans Bold'];
const serif = ['Noto Serif Bold', 'NotoSerif-Bold', 'Georgia Bold', 'DejaVu Serif Bold'];

export const typefaces: Readonly<Record<Typeface, TypefaceFaces>> = {
  rounded: {
    sizeAdjust: 100,
    brandSize: 1,
    standIn: { local: sans, sizeAdjust: 94 },
  },
  serif: {
    sizeAdjust: 96,
    brandSize: 0.83,
    standIn: { local: serif, sizeAdjust: 88 },
  },
  condensed: {
    sizeAdjust: 108,
    brandSize: 0.95,
    standIn: { local: sans, sizeAdjust: 82 },
  },
  handwritten: {
    sizeAdjust: 94,
    brandSize: 0.95,
    standIn: { local: sans, sizeAdjust: 89 },
  },
};

/**
 * Digits, signs and the letters of OTP, SMS and QR, which all languages use. Pages in other scripts
 * load these from a file half the size of the full Latin one.
 */
export const figureRanges = [
  [0x20, 0x21],
  [0x25, 0x25],
  [0x28, 0x29],
  [0x2b, 0x3a],
  [0x3f, 0x3f],
  [0x4d, 0x4d],
  [0x4f, 0x54],
  [0xa0, 0xa0],
  [0xb7, 0xb7],
  [0xd7, 0xd7],
  [0x2013, 0x2014],
  [0x2018, 0x2019],
  [0x201c, 0x201d],
  [0x2026, 0x2026],
] as const;

/** Parts of a typeface's files, such as `serif-latin.woff2`, and their letters. */
export const parts = {
  latin: 'U+20-7E, U+A0, U+B7, U+D7, U+2013-2014, U+2018-2019, U+201C-201D, U+2026',
  rupee: 'U+20B9',
  devanagari: 'U+900-97F, U+200C-200D, U+25CC',
} as const;

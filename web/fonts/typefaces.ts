// The typefaces that a campaign's kit may choose for headings, buttons and amounts, each under the
// same name: a page has the rules of one. Files: `npm run fonts`; licences in public/fonts/.
import type { Typeface } from '@inaam/campaigns/public/kit.ts';

export type TypefaceFaces = {
  /** Makes it as large to the eye as the others. */
  sizeAdjust: number;
  /** Of the brand in the header, which shares its line with two buttons on a small phone. */
  brandSize: number;
  /** Of the device, as wide as the typeface, so that nothing moves when it arrives. */
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

/** Of the files of a typeface, `serif-latin.woff2`, and the letters that each is for. */
export const parts = {
  latin: 'U+20-7E, U+A0, U+B7, U+D7, U+2013-2014, U+2018-2019, U+201C-201D, U+2026',
  rupee: 'U+20B9',
  devanagari: 'U+900-97F, U+200C-200D, U+25CC',
} as const;

// What a photo is by its first bytes, and how its picture is made. Pure.
import type { Place } from '../contract.ts';

export const formats = ['jpeg', 'png', 'webp', 'avif'] as const;
type Format = (typeof formats)[number];

/** Why there is no picture: all that the program that reads the photo can say. */
export const refusals = {
  heic: 'This is a HEIC photo, which browsers do not show. Save it as JPEG, or set the phone’s camera to “Most compatible”.',
  unknown: 'This is no JPEG, PNG, WebP or AVIF, whatever its name says. Save the photo as JPEG.',
  moving: 'This picture moves. Choose a still one.',
  large: 'This photo has more than 50 million pixels. Make it smaller.',
  small:
    'The part that is kept has too few pixels, so it would look blurred. Choose a larger photo, or more of it.',
  broken: 'This file is damaged, or not what it says. Save the photo again as JPEG.',
  heavy: 'This photo has too many details for its place. Choose a calmer one, or more blur.',
  slow: 'This photo takes too long to read. Save it again as JPEG, and smaller.',
  missing: 'This installation cannot read photos: the package sharp is missing. Run `npm ci`.',
} as const;
export type Refusal = keyof typeof refusals;

export const isRefusal = (name: string): name is Refusal => Object.hasOwn(refusals, name);

const starts: readonly [hex: string, at: number, format: Format | Refusal][] = [
  ['ffd8ff', 0, 'jpeg'],
  ['89504e470d0a1a0a', 0, 'png'],
  ['57454250', 8, 'webp'],
];

const brands: Readonly<Record<string, Format | Refusal>> = { avif: 'avif', avis: 'moving' };

/** By its content: a name and a type are what somebody says. */
export function formatOf(file: Uint8Array): Format | Refusal {
  const hex = Array.from(file.subarray(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
  const found = starts.find(([start, at]) => hex.startsWith(start, at * 2));
  if (found) return found[2];
  // ISO/IEC 14496-12: the first box has the brand.
  if (!hex.startsWith('66747970', 8)) return 'unknown';
  return brands[String.fromCodePoint(...file.subarray(8, 12))] ?? 'heic';
}

const sizes = [1, 0.8, 0.6];
const qualities = [60, 48, 38, 28];
const widthUsual = 1080;

/** Finest first: phones show 360 to 480 points of width. @param most pixels of the photo's part */
export function attemptsFor({ across, down, widthMin, widthMax }: Place, most: number) {
  const start = Math.min(most, widthMax, Math.max(widthMin, widthUsual));
  const widths = [...new Set(sizes.map((size) => Math.max(widthMin, Math.round(start * size))))];
  return widths.flatMap((width) =>
    qualities.map((quality) => ({ width, height: Math.round((width * down) / across), quality })),
  );
}

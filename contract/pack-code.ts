import { asciiDigits } from './ascii-digits.ts';

/** `made`: by `inaam packs make`; `loaded`: somebody else's, of another form. */
export type PackCodes = 'made' | 'loaded';

/** Without letters that look like others: I, L, O and U. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

export const packCodeLength = 12;
/** Five bits per character. The last one is the check character. */
export const packBodyBits = 5 * (packCodeLength - 1);
const loadedCodeLength = { min: 6, max: 32 } as const;

/** As people type it: lower case, blanks and hyphens, O for 0, I or L for 1. */
export function plainPackCode(typed: string, codes: PackCodes): string {
  const plain = asciiDigits(typed)
    .replace(/[\s\p{Pd}]/gu, '')
    .toUpperCase();
  return codes === 'loaded' ? plain : plain.replace(/O/g, '0').replace(/[IL]/g, '1');
}

/** @param code as `plainPackCode` returns it */
export function isPackCode(code: string, codes: PackCodes): boolean {
  const { min, max } = loadedCodeLength;
  if (codes === 'loaded') return new RegExp(`^[0-9A-Z]{${min},${max}}$`).test(code);
  const values = valuesOf(code);
  return values.length === packCodeLength && !values.includes(-1) && checkOf(values) === 0;
}

/** Groups of four, as printed and shown. */
export const shownPackCode = (code: string): string => code.replace(/.{4}(?=.)/g, '$&-');

/** @param body `packBodyBits` bits */
export function packCodeOf(body: bigint): string {
  const values = [];
  for (let at = packBodyBits - 5; at >= 0; at -= 5) values.push(Number((body >> BigInt(at)) & 31n));
  return [...values, timesAlpha(checkOf(values))].map((value) => alphabet.charAt(value)).join('');
}

/** @param code of its own form, `isPackCode` */
export const packBodyOf = (code: string): bigint =>
  valuesOf(code)
    .slice(0, -1)
    .reduce((body, value) => (body << 5n) | BigInt(value), 0n);

const valuesOf = (code: string) => code.split('').map((character) => alphabet.indexOf(character));

/**
 * A polynomial over GF(32): each place has another weight, so that any wrong character and any two
 * that changed places are found.
 */
const checkOf = (values: readonly number[]) =>
  values.reduce((sum, value) => timesAlpha(sum) ^ value, 0);

/** Modulo x⁵ + x² + 1, of which x generates the field. */
const timesAlpha = (value: number) => (value << 1) ^ (value & 16 ? 0b100101 : 0);

import { asciiDigits } from '@inaam/contract/mobile-input.ts';

/** `made`: by `inaam packs make`; `loaded`: somebody else's, of another form. */
export type PackCodes = 'made' | 'loaded';

/** Without letters that look like others: I, L, O and U. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

export const packCodeLength = 12;
/** Five bits per character. The last one is the check character. */
export const packBodyBits = 5 * (packCodeLength - 1);
const loadedCodeLength = { min: 6, max: 32 } as const;

/**
 * The code in anything that was scanned, typed or pasted: a link, a sentence, a code with marks
 * around it or between its groups.
 * @returns all that could be of a code if none is found, which `isPackCode` then tells
 */
export function packCodeIn(text: string, codes: PackCodes): string {
  const clean = plainText(text);
  if (codes === 'loaded') return loadedCodeIn(clean);
  const all = lettersOf(clean, codes);
  if (isPackCode(all, codes)) return all;
  const words = clean.match(/[0-9A-Za-z]+/g) ?? [];
  const found = words
    .flatMap((word, at) => [word, words.slice(at, at + 3).join('-')])
    .filter((one) => madeCode.test(one) && isPackCode(lettersOf(one, codes), codes))
    .map((one) => ({
      code: lettersOf(one, codes),
      likeness: one.replace(/[^0-9A-Z]/g, '').length,
    }));
  // One of 32 would be right with a word of the sentence in place of a group.
  const most = Math.max(...found.map(({ likeness }) => likeness));
  const likely = found.filter(({ likeness }) => likeness === most).map(({ code }) => code);
  const [code = all, ...others] = new Set(likely);
  return others.length === 0 ? code : all;
}

const madeCode = /^(?:[0-9A-Za-z]{12}|[0-9A-Za-z]{4}(?:-[0-9A-Za-z]{4}){2})$/;

/** Without what links, web pages and keyboards put between characters. */
const plainText = (text: string) =>
  asciiDigits(text.normalize('NFKC'))
    .replace(/\p{Cf}/gu, '')
    .replace(/%(?:25)*[\da-f]{2}|&#?\w{2,8};/gi, ' ');

/** Without a check character: the value of `id`, or in a sentence the only word with a digit. */
function loadedCodeIn(clean: string): string {
  const text = /(?:^|[?&;\s])id=([^&#"'<>]*)/i.exec(clean)?.[1] ?? clean;
  const words = text.match(/[0-9A-Za-z]+(?:[\u2212\p{Pd}_][0-9A-Za-z]+)*/gu) ?? [];
  const codes = words.filter(
    (one) => /\d/.test(one) && isPackCode(lettersOf(one, 'loaded'), 'loaded'),
  );
  const [word = ''] = codes;
  const others = words.filter((one) => one !== word);
  const isMarked = /(?:[:=#]|\bcode)\s*$/i.test(text.slice(0, text.indexOf(word)));
  const isUnlike = /^[^a-z]*[A-Z][^a-z]*$/.test(word) && /[a-z]/.test(others.join(''));
  // A few other words may be groups of the code.
  const isAlone = codes.length > 1 || isMarked || isUnlike || others.length > 2;
  return lettersOf(isAlone && new Set(codes).size === 1 ? word : text, 'loaded');
}

/** Upper case, O for 0, I or L for 1, and nothing that is in no code. */
export const plainPackCode = (text: string, codes: PackCodes): string =>
  lettersOf(plainText(text), codes);

function lettersOf(clean: string, codes: PackCodes): string {
  const letters = clean.replace(/[^0-9A-Za-z]/g, '').toUpperCase();
  if (codes === 'loaded') return letters;
  return letters.replace(/O/g, '0').replace(/[IL]/g, '1').replace(/U/g, '');
}

/** @param code as `packCodeIn` returns it */
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

/** @param code for which `isPackCode` is true */
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

// How many SMS a text takes, each of which costs money. Pure.
// The alphabet of SMS (3GPP TS 23.038, GSM 7 bit). Pure.

/** Septets in one segment. */
export const segmentSeptets = 160;

/** By code, without the escape at 0x1b. */
const basicLetters =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const escape = 0x1b;
const basicCodes = new Map(
  Array.from(basicLetters, (letter, at) => [letter, at < escape ? at : at + 1]),
);
const extendedCodes = new Map([
  ['\f', 0x0a],
  ['^', 0x14],
  ['{', 0x28],
  ['}', 0x29],
  ['\\', 0x2f],
  ['[', 0x3c],
  ['~', 0x3d],
  [']', 0x3e],
  ['|', 0x40],
  ['€', 0x65],
]);

/** One septet per byte, two for an extension character. Undefined outside the alphabet. */
function gsm7Codes(letter: string): readonly number[] | undefined {
  const code = basicCodes.get(letter);
  if (code !== undefined) return [code];
  const extendedCode = extendedCodes.get(letter);
  return extendedCode === undefined ? undefined : [escape, extendedCode];
}

/** The distinct characters outside the alphabet. */
export function outsideGsm7(text: string): string[] {
  return [...new Set(text)].filter((letter) => !gsm7Codes(letter));
}

/** Length in septets: a character of the extension table takes two. */
export function septets(text: string): number {
  return Array.from(text).reduce((sum, letter) => sum + (gsm7Codes(letter)?.length ?? 1), 0);
}

/** Of a text outside GSM-7; one in GSM-7 has to fit a single SMS. */
export const segmentsMax = 3;

const capacities = {
  gsm7: { one: segmentSeptets, many: 153 },
  ucs2: { one: 70, many: 67 },
} as const;

export type SmsSegments = {
  encoding: keyof typeof capacities;
  /** Septets of GSM 7 bit, or units of UCS-2. */
  length: number;
  /** Of a single SMS. */
  lengthMax: number;
  segments: number;
};

/** A longer text is sent in segments, each shorter by what joins them. */
export function smsSegmentsOf(text: string): SmsSegments {
  const encoding = outsideGsm7(text).length === 0 ? 'gsm7' : 'ucs2';
  const length = encoding === 'gsm7' ? septets(text) : text.length;
  const { one, many } = capacities[encoding];
  return {
    encoding,
    length,
    lengthMax: one,
    segments: length <= one ? 1 : Math.ceil(length / many),
  };
}

/** The longest text outside GSM-7. */
export const ucs2LengthMax = segmentsMax * capacities.ucs2.many;

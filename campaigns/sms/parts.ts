// How many SMS a text is on its way, each of which is paid for. Pure.
import { outsideGsm7, segmentSeptets, septets } from './gsm7.ts';

/** Of a text outside GSM-7; one in GSM-7 has to fit a single SMS. */
export const partsMax = 3;

const capacities = {
  gsm7: { one: segmentSeptets, many: 153 },
  ucs2: { one: 70, many: 67 },
} as const;

export type Parts = {
  encoding: keyof typeof capacities;
  /** Septets of GSM 7 bit, or units of UCS-2. */
  length: number;
  /** Of a single SMS. */
  lengthMost: number;
  parts: number;
};

/** A longer text is sent in parts, each shorter by what joins them. */
export function partsOf(text: string): Parts {
  const encoding = outsideGsm7(text).length === 0 ? 'gsm7' : 'ucs2';
  const length = encoding === 'gsm7' ? septets(text) : text.length;
  const { one, many } = capacities[encoding];
  return {
    encoding,
    length,
    lengthMost: one,
    parts: length <= one ? 1 : Math.ceil(length / many),
  };
}

/** The longest text outside GSM-7. */
export const ucs2LengthMax = partsMax * capacities.ucs2.many;

import { mobileDigits } from './limits.ts';

/**
 * `isAfterPlus`: a plus or two zeros began a country code that is not, or not yet, India's.
 * `foreign`: the digits of a foreign number, for the field to show. No part of them is a `mobile`.
 */
export type MobileInput = { mobile: string; isAfterPlus: boolean; foreign?: string };

const countryCode = '91';

/**
 * Accepts a country code or a zero before the number, also while it is typed key by key. Cutting
 * such a number to ten digits would make it somebody else's.
 * @param typed the whole field after a key, a paste or autofill
 * @param behind the text after the caret. Before it, a full field accepts only the country code or
 *   zero of its number.
 * @returns undefined if it is too long for a mobile number; the field then keeps its value
 */
export function readMobileInput(
  typed: string,
  wasAfterPlus: boolean,
  behind = '',
): MobileInput | undefined {
  if (typed === '') return { mobile: '', isAfterPlus: false };
  const all = asciiDigits(typed).replace(/[^0-9]/g, '');
  const isDialledAbroad = isTooLong(all) && all.startsWith('00');
  const digits = isDialledAbroad ? all.replace(/^0+/, '') : all;
  const isAbroad = wasAfterPlus || isDialledAbroad || /^[^0-9]*[+＋]/.test(typed);
  const input = isAbroad ? afterPlus(digits) : numberIn(digits);
  const isTaken = behind === '' || !isTooLong(all) || input?.mobile === behind;
  return isTaken ? input : undefined;
}

function afterPlus(digits: string): MobileInput | undefined {
  if (digits.startsWith(countryCode)) return numberIn(digits.slice(countryCode.length));
  if (countryCode.startsWith(digits)) return { mobile: digits, isAfterPlus: true };
  return { mobile: '', isAfterPlus: true, foreign: digits.slice(0, mobileDigits) };
}

function numberIn(digits: string): MobileInput | undefined {
  const mobile = withoutPrefix(digits);
  return isTooLong(mobile) ? undefined : { mobile, isAfterPlus: false };
}

const isTooLong = (digits: string) => digits.length > mobileDigits;

/** Ten digits may begin with 91, so it is a prefix only if there are more. */
function withoutPrefix(digits: string): string {
  const withoutZeros = isTooLong(digits) ? digits.replace(/^0+/, '') : digits;
  return isTooLong(withoutZeros) ? withoutZeros.replace(/^910*(?=[5-9])/, '') : withoutZeros;
}

/** Scripts whose digit zero ends in 6 instead of 0: those of India, Sinhala and Limbu. */
const endsInSix = /[\u0900-\u0DFF\u1946-\u194F]/;

export function asciiDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    const end = digit.charCodeAt(0) & 15;
    // A mathematical digit takes two units.
    return digit.length > 1 ? digit : String(endsInSix.test(digit) ? end - 6 : end);
  });
}

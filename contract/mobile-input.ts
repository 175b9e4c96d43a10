import { mobileDigits } from './limits.ts';

/** `isAfterPlus`: a plus was typed, and the country code that follows is not complete yet. */
export type MobileInput = { mobile: string; isAfterPlus: boolean };

const countryCode = '91';

/**
 * Understands a country code or a zero before the number, also while it is typed key by key. If
 * such a number were merely cut to ten digits, it would become somebody else's.
 * @param typed the whole field after a key, a paste or autofill
 * @returns undefined for what cannot become an Indian mobile number; the field then keeps its value
 */
export function readMobileInput(typed: string, wasAfterPlus: boolean): MobileInput | undefined {
  if (typed === '') return { mobile: '', isAfterPlus: false };
  const digits = typed.replace(indianDigits, asciiDigit).replace(/[^0-9]/g, '');
  const isAfterPlus = wasAfterPlus || /^[^0-9]*\+/.test(typed);
  if (isAfterPlus && digits.length < countryCode.length) {
    return countryCode.startsWith(digits) ? { mobile: digits, isAfterPlus } : undefined;
  }
  if (isAfterPlus && !digits.startsWith(countryCode)) return undefined;
  const mobile = withoutPrefix(isAfterPlus ? digits.slice(countryCode.length) : digits);
  return isTooLong(mobile) ? undefined : { mobile, isAfterPlus: false };
}

const isTooLong = (digits: string) => digits.length > mobileDigits;

/** Ten digits may begin with 91 themselves, so a prefix is one only where there are more. */
function withoutPrefix(digits: string): string {
  const withoutZeros = isTooLong(digits) ? digits.replace(/^0+/, '') : digits;
  return isTooLong(withoutZeros) ? withoutZeros.replace(/^910*(?=[5-9])/, '') : withoutZeros;
}

const indianDigits = /[०-९০-৯੦-੯૦-૯୦-୯௦-௯౦-౯೦-೯൦-൯]/g;

/** In each of these scripts the digits have the same position within a block of 128 characters. */
const asciiDigit = (digit: string) => String((digit.charCodeAt(0) - 0x66) % 0x80);

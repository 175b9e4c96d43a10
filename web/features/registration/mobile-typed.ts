// What the mobile field makes of what is typed, pasted or filled in. A number that comes whole with India's prefix
// loses it first: cut to ten digits as it stands, it would be somebody else's number.
import { mobileDigits } from '@inaam/contract/limits.ts';
import { filterMobileInput } from '@inaam/contract/fields.ts';

export function mobileTyped(typed: string): string {
  const digits = typed.replace(/[^0-9]/g, '');
  const hasPrefix =
    (digits.length === mobileDigits + 2 && digits.startsWith('91')) ||
    (digits.length === mobileDigits + 1 && digits.startsWith('0'));
  return filterMobileInput(hasPrefix ? digits.slice(-mobileDigits) : digits);
}

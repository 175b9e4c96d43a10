import { mobileDigits } from '@inaam/contract/limits.ts';
import { filterMobileInput } from '@inaam/contract/fields.ts';

export function cleanMobile(typed: string): string {
  const digits = typed.replace(/[^0-9]/g, '');
  // Cut to ten digits, a number with its country code would become somebody else's.
  const hasPrefix =
    (digits.length === mobileDigits + 2 && digits.startsWith('91')) ||
    (digits.length === mobileDigits + 1 && digits.startsWith('0'));
  return filterMobileInput(hasPrefix ? digits.slice(-mobileDigits) : digits);
}

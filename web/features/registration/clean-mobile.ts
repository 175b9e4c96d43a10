// Ten digits, without India's prefix.
import { mobileDigits } from '@inaam/contract/limits.ts';
import { filterMobileInput } from '@inaam/contract/fields.ts';

export function cleanMobile(typed: string): string {
  const digits = typed.replace(/[^0-9]/g, '');
  // Cutting a number with its prefix to ten digits would make it somebody else's.
  const hasPrefix =
    (digits.length === mobileDigits + 2 && digits.startsWith('91')) ||
    (digits.length === mobileDigits + 1 && digits.startsWith('0'));
  return filterMobileInput(hasPrefix ? digits.slice(-mobileDigits) : digits);
}

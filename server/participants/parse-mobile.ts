import { mobileError } from '@inaam/contract/fields.ts';
import { readMobileInput } from '@inaam/contract/mobile-input.ts';

/**
 * Accepts what the site's form accepts: a prefix of +91 or 0, spaces, Indian digits.
 * @returns ten digits; undefined for anything that is not an Indian mobile number
 */
export function parseMobile(typed: string): string | undefined {
  const mobile = readMobileInput(typed.trim(), false)?.mobile ?? '';
  return mobileError(mobile) === undefined ? mobile : undefined;
}

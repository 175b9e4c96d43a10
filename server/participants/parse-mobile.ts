import { mobileError } from '@inaam/contract/fields.ts';
import { readMobileInput } from '@inaam/contract/mobile-input.ts';

/**
 * Reads a number like the site's form: with +91 or a zero before it, spaces, Indian digits.
 * @returns ten digits; undefined for anything that is not an Indian mobile number
 */
export function parseMobile(typed: string): string | undefined {
  const mobile = readMobileInput(typed.trim(), false)?.mobile ?? '';
  return mobileError(mobile) === undefined ? mobile : undefined;
}

import { asciiDigits } from '@inaam/contract/mobile-input.ts';

export type SearchWay = 'number' | 'pseudonym' | 'voucher';

/** `choice`: digits that may be a number with a mistake, or a voucher code. */
export type Reading =
  | { readonly kind: 'search'; readonly by: SearchWay; readonly text: string; readonly as: string }
  | { readonly kind: 'choice' }
  | { readonly kind: 'fault'; readonly fault: string };

const voucherEnd = 6;
const voucherMax = 24;
const pseudonymLength = 32;

/**
 * What a search is for. The server decides whether it is valid.
 * @param chosen what digits are, once somebody has been asked
 */
export function readSearch(typed: string, chosen?: SearchWay): Reading {
  const text = typed.trim();
  if (/^[+＋]?[\p{Nd}\s().-]+$/u.test(text)) return readDigits(text, chosen);
  if (/^[\da-f]+$/i.test(text) && text.length > voucherMax) {
    return text.length === pseudonymLength
      ? { kind: 'search', by: 'pseudonym', text, as: 'Pseudonym' }
      : fault(`A pseudonym has ${pseudonymLength} characters; this has ${text.length}.`);
  }
  if (/^[a-z\d-]+$/i.test(text)) return readVoucher(text);
  return fault(
    text === ''
      ? 'Enter a mobile number, a pseudonym, or the end of a voucher code.'
      : 'Only a mobile number, a pseudonym or a voucher code can be found: names are encrypted.',
  );
}

function readDigits(text: string, chosen: SearchWay | undefined): Reading {
  const digits = asciiDigits(text).replaceAll(/\D/g, '');
  if (digits.length === pseudonymLength) {
    return { kind: 'search', by: 'pseudonym', text, as: 'Pseudonym' };
  }
  const national = digits.replace(/^0+/, '').replace(/^910*(?=\d{10}$)/, '');
  const isForeign = /^[+＋]/.test(text) && !digits.startsWith('91');
  if (/^[5-9]\d{9}$/.test(national) && !isForeign && chosen !== 'voucher') {
    const shown = `+91 ${national.slice(0, 5)} ${national.slice(5)}`;
    return { kind: 'search', by: 'number', text, as: `Mobile number ${shown}` };
  }
  if (isForeign) return fault('This is not an Indian number: those begin with +91.');
  const isPlain = /^[\d-]+$/.test(text) && digits.length <= voucherMax;
  if (isPlain && (chosen === 'voucher' || digits.length === voucherEnd)) return readVoucher(text);
  if (isPlain && chosen === undefined && digits.length > voucherEnd) return { kind: 'choice' };
  return fault(
    national.length === 10
      ? 'An Indian mobile number begins with 5 to 9.'
      : `A mobile number has 10 digits; this has ${national.length}.`,
  );
}

function readVoucher(text: string): Reading {
  const { length } = text.replaceAll('-', '');
  if (length < voucherEnd) {
    return fault(`Enter at least the last ${voucherEnd} characters of the voucher code.`);
  }
  if (text.length > voucherMax) {
    return fault(`A voucher code has ${voucherMax} characters at most.`);
  }
  const as = length === voucherEnd ? 'End of a voucher code' : 'Whole voucher code';
  return { kind: 'search', by: 'voucher', text, as };
}

const fault = (sentence: string): Reading => ({ kind: 'fault', fault: sentence });

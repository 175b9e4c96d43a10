// A receipt in a deliver_sm or data_sm (SMPP 3.4, appendix B). Vendors order and write the fields
// of its text differently; the parameters, if any, say the same.
import { failures, type Receipt } from '../receipts/receipt-schema.ts';
import { firstText, numberIn, type Delivered } from './pdu.ts';

export type SmppReceipt = Receipt &
  ReceiptIds & {
    /** The mobile numbers that it names, ten digits each. */
    numbers: readonly string[];
  };

/** `notFinal`: more will come; `unread`: why it is unreadable, without any of its text. */
export type ReadReceipt = { receipt: SmppReceipt } | 'notFinal' | { unread: string };

const receiptBits = 0x3c;
const receiptClasses = new Set([0x04, 0x08, 0x20]);
const receiptedMessageId = 0x001e;
const messageState = 0x0427;

type Meaning = 'delivered' | 'notFinal' | keyof typeof failures;

/** In the order of `message_state`; the last is of SMPP 5.0. */
const states: readonly (readonly [meaning: Meaning, ...words: string[]])[] = [
  ['notFinal', 'SCHEDULED'],
  ['notFinal', 'ENROUTE', 'EN_ROUTE', 'BUFFERED'],
  ['delivered', 'DELIVRD', 'DELIVERED'],
  ['absent', 'EXPIRED', 'EXPIRD'],
  ['other', 'DELETED'],
  ['other', 'UNDELIV', 'UNDELIVERABLE', 'UNDELIVERED', 'UNDELIVRD', 'FAILED', 'FAIL'],
  ['notFinal', 'ACCEPTD', 'ACCEPTED'],
  ['notFinal', 'UNKNOWN'],
  ['blocked', 'REJECTD', 'REJECTED', 'REJECT'],
  ['other', 'SKIPPED'],
];
const words = new Map(states.flatMap(([meaning, ...all]) => all.map((word) => [word, meaning])));

export function readSmppReceipt(
  { esmClass, addresses, text, parameters }: Delivered,
  messageIds: MessageIdForm = 'same',
): ReadReceipt {
  const parameter = cleanId(firstText(parameters.get(receiptedMessageId)));
  const state = numberIn(parameters.get(messageState));
  const isMarked = receiptClasses.has(esmClass & receiptBits);
  // A phone can write any text, but no parameter.
  if (!isMarked && parameter === undefined && state === undefined) return { unread: 'no receipt' };
  const fields = fieldsOf(text);
  const numbers = addresses.flatMap(mobileOf);
  const ids = idsOfReceipt(messageIds, { parameter, text: fields.id }, numbers.length > 0);
  if (!ids) return { unread: 'no id' };
  const meaning = (state === undefined ? undefined : states[state]?.[0]) ?? meaningOf(fields.state);
  if (meaning === undefined) return { unread: fields.state ? 'unknown state' : 'no state' };
  if (meaning === 'notFinal') return 'notFinal';
  const facts = { ...ids, numbers };
  return {
    receipt:
      meaning === 'delivered'
        ? { ...facts, outcome: 'delivered' }
        : { ...facts, outcome: 'undelivered', ...failures[meaning] },
  };
}

const meaningOf = (word: string): Meaning | undefined =>
  words.get(word.toUpperCase()) ?? states[/^\d$/.test(word) ? Number(word) : -1]?.[0];

const fieldName = /^(?:sub|dlvrd|submit|done|stat(?:us|e)?|err|text)[:=]/i;

/** The message's text comes last, if at all, and may look like fields too. */
function fieldsOf(text: string): { id: string | undefined; state: string } {
  const [own = ''] = text.split(/\btext\s*[:=]/i);
  const field = (pattern: RegExp) => (pattern.exec(own) ?? pattern.exec(text))?.[1];
  const id = field(/\bid\s*[:=]\s*([^\s,;|&]{1,200})/i);
  return {
    // The value is missing if the next field follows.
    id: id === undefined || fieldName.test(id) ? undefined : cleanId(id),
    state: field(/\bstat(?:us|e)?\s*[:=]\s*(\w{1,20})/i) ?? '',
  };
}

/** Ten digits, with or without the country code; other addresses are headers and the like. */
function mobileOf(address: string): string[] {
  const digits = /^\+?(\d{10,15})$/.exec(address)?.[1]?.slice(-10) ?? '';
  return /^[5-9]/.test(digits) ? [digits] : [];
}

// How an SMSC writes a message's id in its response, and in the receipt.

export const messageIdForms = ['same', 'hexThenDecimal', 'decimalThenHex'] as const;
export type MessageIdForm = (typeof messageIdForms)[number];

const idLengthMax = 200;

/** @returns undefined if the SMSC gave none: no receipt can be matched */
export function cleanId(id: string | undefined): string | undefined {
  const clean = id?.replaceAll(/[^\x21-\x7e]/g, '').replace(/^0x(?=[\da-f]+$)/i, '');
  return clean === undefined || clean === '' || clean.length > idLengthMax ? undefined : clean;
}

export type ReceiptIds = {
  /** The message's id; the case of letters and leading zeros do not count. */
  reference: string;
  /** Other readings of the id in the response: the same number in another base. */
  readings: readonly string[];
};

/**
 * @param parameter as in the response (SMPP 3.4, 5.3.2.12), though vendors differ
 * @param hasNumber whether the receipt names a mobile number. Without it an id is converted to
 *   another base only if its letters show which of the two is hexadecimal
 */
export function idsOfReceipt(
  form: MessageIdForm,
  { parameter, text }: { parameter: string | undefined; text: string | undefined },
  hasNumber: boolean,
): ReceiptIds | undefined {
  if (form === 'same') {
    const reference = parameter ?? text;
    return reference === undefined
      ? undefined
      : { reference, readings: readingsOf(reference, hasNumber) };
  }
  const convert = form === 'hexThenDecimal' ? hexOfDecimal : decimalOfHex;
  const ofText = text === undefined ? undefined : (convert(text) ?? text);
  const converted = parameter === undefined ? undefined : convert(parameter);
  const isAsInText = converted !== undefined && plain(converted) === plain(ofText ?? '');
  if (parameter === undefined || isAsInText) {
    return ofText === undefined ? undefined : { reference: ofText, readings: [] };
  }
  return { reference: parameter, readings: converted === undefined ? [] : [converted] };
}

function readingsOf(id: string, hasNumber: boolean): string[] {
  const all = [hexOfDecimal(id), decimalOfHex(id)].filter((reading) => reading !== undefined);
  return all.filter(
    (reading) => reading !== plain(id) && (hasNumber || hasLetter(reading) !== hasLetter(id)),
  );
}

const plain = (id: string) => id.toLowerCase().replace(/^0+/, '');
const hasLetter = (id: string) => /[a-f]/i.test(id);

const hexOfDecimal = (id: string) => (/^\d+$/.test(id) ? BigInt(id).toString(16) : undefined);
const decimalOfHex = (id: string) =>
  /^[\da-f]+$/i.test(id) ? BigInt(`0x${id}`).toString() : undefined;

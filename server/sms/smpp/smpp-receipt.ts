// A receipt in a deliver_sm (SMPP 3.4, appendix B): the text differs between vendors, and the
// parameters say the same where there are any.
import type { PDU } from 'smpp';
import { idOfAnswer, idOfReceiptText, type MessageIdForm } from './message-id.ts';
import { readStatus, type Receipt, type ReceiptPatterns } from '../receipts/receipt.ts';

const receiptBits = 0x3c;
const receiptClasses = new Set([0x04, 0x08, 0x20]);

/** Vendors agree on the words; error codes are their own. */
export const smppPatterns: ReceiptPatterns = {
  delivered: '^DELIVRD\\b',
  failed: {
    blocked: '^REJECTD\\b',
    absent: '^EXPIRED\\b',
    other: '^(?:UNDELIV|DELETED|FAILED)\\b',
  },
};

const states = new Map([
  [2, 'DELIVRD'],
  [3, 'EXPIRED'],
  [4, 'DELETED'],
  [5, 'UNDELIV'],
  [8, 'REJECTD'],
]);

/** Undefined for anything else than the last receipt of a message. */
export function readSmppReceipt(
  pdu: PDU,
  patterns: ReceiptPatterns,
  messageIds: MessageIdForm = 'same',
): Receipt | undefined {
  const esmClass = typeof pdu['esm_class'] === 'number' ? pdu['esm_class'] : 0;
  if (!receiptClasses.has(esmClass & receiptBits)) return undefined;
  const text = textOf(pdu['short_message']);
  const state = pdu['message_state'];
  const reference = referenceOf(pdu['receipted_message_id'], text, messageIds);
  const word =
    /\bstat:(\w{1,10})/i.exec(text)?.[1] ?? (typeof state === 'number' ? states.get(state) : '');
  if (reference === undefined || !word) return undefined;
  const error = /\berr:(\w{1,10})/i.exec(text)?.[1] ?? '';
  return readStatus(patterns, reference, `${word.toUpperCase()} ${error}`.trim());
}

function referenceOf(parameter: unknown, text: string, messageIds: MessageIdForm) {
  const ofParameter = idOfAnswer(
    messageIds,
    typeof parameter === 'string' ? parameter.replaceAll('\0', '') : undefined,
  );
  const inText = /\bid:(\S{1,65})/i.exec(text)?.[1];
  const ofText = inText === undefined ? undefined : idOfReceiptText(messageIds, inText);
  // Where the two are written in different ways, vendors disagree about the parameter.
  return messageIds === 'same' ? (ofParameter ?? ofText) : (ofText ?? ofParameter);
}

function textOf(message: unknown): string {
  if (typeof message === 'string') return message;
  if (Buffer.isBuffer(message)) return message.toString('latin1');
  if (typeof message !== 'object' || message === null || !('message' in message)) return '';
  if (Buffer.isBuffer(message.message)) return message.message.toString('latin1');
  return typeof message.message === 'string' ? message.message : '';
}

import { expect, test } from 'vitest';
import { idOfAnswer, idOfReceiptText, messageIdForms, type MessageIdForm } from './message-id.ts';

test.each<[MessageIdForm, answer: string, receipt: string, isOne: boolean]>([
  ['same', 'a1b2', 'a1b2', true],
  ['same', '00A1', '161', false],
  ['hexThenDecimal', '00A1B2', '41394', true],
  ['hexThenDecimal', 'a1b2', '0000041394', true],
  ['hexThenDecimal', 'ffffffffffffffffff', '4722366482869645213695', true],
  ['hexThenDecimal', '10', '10', false],
  ['decimalThenHex', '0041394', 'A1B2', true],
  ['decimalThenHex', '41394', '41394', false],
  ['decimalThenHex', 'not-a-number', 'not-a-number', true],
])('%s: %s in the answer and %s in the receipt are one id: %s', (form, answer, receipt, isOne) => {
  expect(idOfAnswer(form, answer) === idOfReceiptText(form, receipt)).toBe(isOne);
});

test.each<[MessageIdForm, id: string, ofAnswer: string, ofReceipt: string]>([
  ['same', '0010', '0010', '0010'],
  ['hexThenDecimal', '0010', '16', '10'],
  ['decimalThenHex', '0010', '10', '16'],
  ['hexThenDecimal', 'A1', '161', 'A1'],
  ['decimalThenHex', 'A1', 'A1', '161'],
  // A hyphen in front or behind makes it no number.
  ['hexThenDecimal', '-10', '-10', '-10'],
  ['hexThenDecimal', '10-', '10-', '10-'],
  ['decimalThenHex', '-10', '-10', '-10'],
  ['decimalThenHex', '10-', '10-', '10-'],
  ['hexThenDecimal', '', '', ''],
  ['decimalThenHex', '', '', ''],
])('%s: %j is %s in the answer and %s in the receipt', (form, id, ofAnswer, ofReceipt) => {
  expect(idOfAnswer(form, id) ?? '').toBe(ofAnswer);
  expect(idOfReceiptText(form, id)).toBe(ofReceipt);
});

test.each(messageIdForms)('%s: no id is no reference', (form) => {
  expect([idOfAnswer(form, ''), idOfAnswer(form, undefined)]).toEqual([undefined, undefined]);
});

test('an operator may name each of the forms', () => {
  expect(messageIdForms).toEqual(['same', 'hexThenDecimal', 'decimalThenHex']);
});

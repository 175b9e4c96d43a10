import { expect, test } from 'vitest';
import { idOfAnswer, idOfReceiptText, type MessageIdForm } from './message-id.ts';

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

test.each<MessageIdForm>(['same', 'hexThenDecimal'])('%s: no id is no reference', (form) => {
  expect([idOfAnswer(form, ''), idOfAnswer(form, undefined)]).toEqual([undefined, undefined]);
});

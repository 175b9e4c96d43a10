import { expect, test } from 'vitest';
import { cleanId, idsOfReceipt, messageIdForms, type MessageIdForm } from './smpp-receipt.ts';

type Given = { parameter?: string; text?: string };

const idsOf = (form: MessageIdForm, { parameter, text }: Given, hasNumber = true) =>
  idsOfReceipt(form, { parameter, text }, hasNumber);

/** The database's comparison. */
const plain = (id: string) => id.toLowerCase().replace(/^0+/, '');
const fits = (form: MessageIdForm, answer: string, given: Given, hasNumber = true) => {
  const ids = idsOf(form, given, hasNumber);
  return ids !== undefined && [plain(ids.reference), ...ids.readings].includes(plain(answer));
};

test.each<[MessageIdForm, answer: string, Given, isOne: boolean]>([
  ['same', 'a1b2', { text: 'a1b2' }, true],
  ['same', 'A1B2', { text: 'a1b2' }, true],
  ['same', 'a1b2', { parameter: 'A1B2' }, true],
  ['same', '000a1b2', { text: 'A1B2' }, true],
  ['same', '41394', { text: '0000041394' }, true],
  ['same', '00A1B2', { text: '41394' }, true],
  ['same', '41394', { text: '0000a1b2' }, true],
  ['same', '16', { text: '10' }, true],
  ['same', '10', { parameter: '0016' }, true],
  ['same', 'ffffffffffffffffff', { text: '4722366482869645213695' }, true],
  ['same', '0e999f21-81ef-4974', { text: 'E999F21-81EF-4974' }, true],
  ['same', 'abc-7', { text: 'abc-8' }, false],
  ['same', 'a1b2', { text: '41395' }, false],
  ['same', 'm1', { parameter: 'm2', text: 'm1' }, false],
  ['hexThenDecimal', '00A1B2', { text: '41394' }, true],
  ['hexThenDecimal', 'a1b2', { text: '0000041394' }, true],
  ['hexThenDecimal', 'a1b2', { parameter: '00A1B2' }, true],
  ['hexThenDecimal', 'a1b2', { parameter: '41394' }, true],
  ['hexThenDecimal', 'a1b2', { parameter: '41394', text: '41394' }, true],
  ['hexThenDecimal', '41394', { parameter: '41394', text: '41394' }, false],
  ['hexThenDecimal', 'a1b2', { parameter: '00a1b2', text: '41394' }, true],
  ['hexThenDecimal', 'b2', { parameter: 'b2', text: '161' }, true],
  ['hexThenDecimal', 'a1', { parameter: 'b2', text: '161' }, false],
  ['hexThenDecimal', '10', { text: '10' }, false],
  ['hexThenDecimal', '10-', { text: '10-' }, true],
  ['decimalThenHex', '0041394', { text: 'A1B2' }, true],
  ['decimalThenHex', '41394', { text: '41394' }, false],
  ['decimalThenHex', 'not-a-number', { text: 'not-a-number' }, true],
])('%s: %s in the answer and %j in the receipt are one id: %s', (form, answer, given, isOne) => {
  expect(fits(form, answer, given)).toBe(isOne);
});

test.each([
  ['a1b2', '41394', true],
  ['41394', 'a1b2', true],
  ['10', '16', false],
  ['16', '10', false],
])('a receipt without a number reads %s as %s: %s', (receipt, answer, isOne) => {
  expect(fits('same', answer, { text: receipt }, false)).toBe(isOne);
  expect(fits('same', answer, { text: receipt }, true)).toBe(true);
});

test.each(messageIdForms)('%s: no id is no reference', (form) => {
  expect(idsOf(form, {})).toBeUndefined();
});

test.each([
  [undefined, undefined],
  ['', undefined],
  [' m1 ', 'm1'],
  ['m\u00001\n', 'm1'],
  ['0x00A1', '00A1'],
  ['0xyz', '0xyz'],
  ['m'.repeat(200), 'm'.repeat(200)],
  ['m'.repeat(201), undefined],
])('the id %j is %j', (id, clean) => {
  expect(cleanId(id)).toBe(clean);
});

test('an operator may name each of the forms', () => {
  expect(messageIdForms).toEqual(['same', 'hexThenDecimal', 'decimalThenHex']);
});

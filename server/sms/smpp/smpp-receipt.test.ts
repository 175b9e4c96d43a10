import smpp from 'smpp';
import { expect, test } from 'vitest';
import { failures } from '../receipts/receipt.ts';
import { readSmppReceipt, smppPatterns } from './smpp-receipt.ts';

const textOf = (stat: string, err = '000') =>
  `id:m1 sub:001 dlvrd:001 submit date:2611221200 done date:2611221201 stat:${stat} err:${err} text:482913 is your`;

const read = (parameters: object) =>
  readSmppReceipt(new smpp.PDU('deliver_sm', { esm_class: 4, ...parameters }), smppPatterns);
const undelivered = (kind: keyof typeof failures) => ({
  reference: 'm1',
  outcome: 'undelivered',
  ...failures[kind],
});

test.each<[string, object, unknown]>([
  ['DELIVRD', { short_message: textOf('DELIVRD') }, { reference: 'm1', outcome: 'delivered' }],
  ['UNDELIV', { short_message: textOf('UNDELIV', '027') }, undelivered('other')],
  ['EXPIRED', { short_message: textOf('EXPIRED') }, undelivered('absent')],
  [
    'REJECTD',
    { short_message: { message: Buffer.from(textOf('REJECTD')) } },
    undelivered('blocked'),
  ],
  ['a state under way', { short_message: textOf('ENROUTE') }, undefined],
  [
    'parameters only',
    { receipted_message_id: 'm1', message_state: 2 },
    { reference: 'm1', outcome: 'delivered' },
  ],
  [
    'a reference with a zero byte',
    { receipted_message_id: 'm1\0', message_state: 2 },
    { reference: 'm1', outcome: 'delivered' },
  ],
  ['no reference', { short_message: 'stat:DELIVRD' }, undefined],
  ['a message of a phone', { esm_class: 0, short_message: textOf('DELIVRD') }, undefined],
  ['nothing', {}, undefined],
])('%s', (_, parameters, receipt) => {
  expect(read(parameters)).toEqual(receipt);
});

test('an id that is hex in the answer is found in a receipt, decimal or as it was', () => {
  const reference = '161';
  for (const parameters of [
    { short_message: 'id:0000000161 stat:DELIVRD' },
    { receipted_message_id: '00A1', message_state: 2 },
    { receipted_message_id: '161', short_message: 'id:161 stat:DELIVRD' },
  ]) {
    const pdu = new smpp.PDU('deliver_sm', { esm_class: 4, ...parameters });
    expect(readSmppReceipt(pdu, smppPatterns, 'hexThenDecimal')).toMatchObject({ reference });
  }
});

const delivered = { reference: 'm1', outcome: 'delivered' };

test.each([
  [0x04, true],
  [0x08, true],
  [0x20, true],
  [0x44, true],
  [0x0c, false],
  [0x24, false],
  [0x40, false],
  ['4', false],
])('a message of class %s is a receipt: %s', (esm_class, isOne) => {
  const receipt = read({ esm_class, short_message: textOf('DELIVRD') });
  expect(receipt).toEqual(isOne ? delivered : undefined);
});

test.each<[unknown, unknown]>([
  [1, undefined],
  [2, delivered],
  [3, undelivered('absent')],
  [4, undelivered('other')],
  [5, undelivered('other')],
  [6, undefined],
  [7, undefined],
  [8, undelivered('blocked')],
  ['2', undefined],
])('the state %j by parameter alone', (message_state, receipt) => {
  expect(read({ receipted_message_id: 'm1', message_state })).toEqual(receipt);
});

test.each<[string, unknown]>([
  ['id:m1 stat:DELETED', undelivered('other')],
  ['id:m1 stat:FAILED', undelivered('other')],
  ['ID:m1 STAT:delivrd', delivered],
  ['id:m1 stat:DELIVRDX', undefined],
  ['id:m1 stat:XDELIVRD', undefined],
  ['id:m1 stat:REJECTDX', undefined],
  ['id:m1 stat:XREJECTD', undefined],
  ['id:m1 stat:EXPIREDX', undefined],
  ['id:m1 stat:XEXPIRED', undefined],
  ['id:m1 stat:FAILEDX', undefined],
  ['id:m1 stat:XFAILED', undefined],
  ['id:m1 substat:DELIVRD', undefined],
  ['grid:m2 id:m1 stat:DELIVRD', delivered],
  ['id: stat:DELIVRD', undefined],
  ['', undefined],
])('the text %j', (short_message, receipt) => {
  expect(read({ short_message })).toEqual(receipt);
});

test('an id is read up to 65 characters, a word and an error up to 10', () => {
  const short_message = `id:${'m'.repeat(70)} stat:${'A'.repeat(12)} err:${'7'.repeat(12)}`;
  const patterns = { delivered: `^${'A'.repeat(10)} ${'7'.repeat(10)}$`, failed: {} };
  const pdu = new smpp.PDU('deliver_sm', { esm_class: 4, short_message });
  expect(readSmppReceipt(pdu, patterns)?.reference).toBe('m'.repeat(65));
});

test.each([
  ['stat:UNDELIV err:001', 'number'],
  ['stat:UNDELIV ERR:001', 'number'],
  ['stat:UNDELIV err:002', 'absent'],
  ['stat:UNDELIV', 'absent'],
  ['stat:UNDELIV suberr:001', 'absent'],
] as const)('the error follows the word, if there is one: %s', (text, kind) => {
  const failed = { number: '^UNDELIV 001$', absent: '^UNDELIV(?: 002)?$' };
  const pdu = new smpp.PDU('deliver_sm', { esm_class: 4, short_message: `id:m1 ${text}` });
  expect(readSmppReceipt(pdu, { delivered: '^$', failed })).toEqual(undelivered(kind));
});

test('the word of the text goes before the state, and the parameter before the id of the text', () => {
  const short_message = 'id:m2 stat:UNDELIV';
  expect(read({ short_message, receipted_message_id: 'm1', message_state: 2 })).toEqual(
    undelivered('other'),
  );
});

test.each<[string, unknown, unknown]>([
  ['text', textOf('DELIVRD'), delivered],
  ['bytes', Buffer.from(textOf('DELIVRD')), delivered],
  ['bytes with a header', { message: Buffer.from(textOf('DELIVRD')) }, delivered],
  ['text with a header', { message: textOf('DELIVRD') }, delivered],
  ['a header alone', { udh: [] }, undefined],
  ['no text', { message: 7 }, undefined],
  ['a number', 7, undefined],
  ['null', null, undefined],
])('a message whose content is %s', (_, short_message, receipt) => {
  const pdu = new smpp.PDU('deliver_sm', { esm_class: 4 });
  pdu['short_message'] = short_message;
  expect(readSmppReceipt(pdu, smppPatterns)).toEqual(receipt);
});

test('with other forms of ids the id of the text goes before the parameter', () => {
  const parameters = { receipted_message_id: '00A1', short_message: 'id:162 stat:DELIVRD' };
  const pdu = new smpp.PDU('deliver_sm', { esm_class: 4, ...parameters });
  const references = (['same', 'hexThenDecimal', 'decimalThenHex'] as const).map(
    (form) => readSmppReceipt(pdu, smppPatterns, form)?.reference,
  );
  expect(references).toEqual(['00A1', '162', '354']);
});

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

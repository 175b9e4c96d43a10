import fc from 'fast-check';
import smpp from 'smpp';
import { expect, test } from 'vitest';
import { failures } from '../receipts/receipt-schema.ts';
import { pduReader, readDelivered, type Pdu } from './pdu.ts';
import {
  readSmppReceipt,
  cleanId,
  idsOfReceipt,
  messageIdForms,
  type MessageIdForm,
} from './smpp-receipt.ts';

/** Encoded for the wire, and decoded again. */
function wired(command: string, parameters: object): Pdu {
  const pdus: Pdu[] = [];
  const bytes = new smpp.PDU(command, { ...parameters, sequence_number: 1 }).toBuffer();
  pduReader((pdu) => void pdus.push(pdu))(bytes);
  const [pdu] = pdus;
  if (!pdu) throw new Error('There is no PDU.');
  return pdu;
}

const read = (parameters: object, command = 'deliver_sm') =>
  readSmppReceipt(readDelivered(wired(command, { esm_class: 4, ...parameters })));

const textOf = (stat: string, err = '000') =>
  `id:m1 sub:001 dlvrd:001 submit date:2611221200 done date:2611221201 stat:${stat} err:${err} text:482913 is your`;

const facts = { reference: 'm1', readings: [], numbers: [] };
const delivered = { receipt: { ...facts, outcome: 'delivered' } };
const undelivered = (kind: keyof typeof failures) => ({
  receipt: { ...facts, outcome: 'undelivered', ...failures[kind] },
});
const unread = (reason: string) => ({ unread: reason });

test.each<[string, unknown]>([
  ['DELIVRD', delivered],
  ['DELIVERED', delivered],
  ['delivered', delivered],
  ['2', delivered],
  ['UNDELIV', undelivered('other')],
  ['UNDELIVERABLE', undelivered('other')],
  ['Undelivered', undelivered('other')],
  ['FAILED', undelivered('other')],
  ['DELETED', undelivered('other')],
  ['SKIPPED', undelivered('other')],
  ['EXPIRED', undelivered('absent')],
  ['REJECTD', undelivered('blocked')],
  ['REJECTED', undelivered('blocked')],
  ['ENROUTE', 'notFinal'],
  ['ACCEPTD', 'notFinal'],
  ['ACCEPTED', 'notFinal'],
  ['UNKNOWN', 'notFinal'],
  ['SCHEDULED', 'notFinal'],
  ['DELIVRDX', unread('unknown state')],
  ['XDELIVRD', unread('unknown state')],
  ['482913', unread('unknown state')],
])('stat:%s', (stat, expected) => {
  expect(read({ short_message: textOf(stat) })).toEqual(expected);
});

test.each<[unknown, unknown]>([
  [0, 'notFinal'],
  [1, 'notFinal'],
  [2, delivered],
  [3, undelivered('absent')],
  [4, undelivered('other')],
  [5, undelivered('other')],
  [6, 'notFinal'],
  [7, 'notFinal'],
  [8, undelivered('blocked')],
  [9, undelivered('other')],
  [77, unread('no state')],
])('the state %j by parameter alone', (message_state, expected) => {
  expect(read({ receipted_message_id: 'm1', message_state })).toEqual(expected);
  expect(read({ receipted_message_id: 'm1', message_state, esm_class: 0 })).toEqual(expected);
  expect(read({ receipted_message_id: 'm1', message_state }, 'data_sm')).toEqual(expected);
});

test.each<[object, unknown]>([
  [{ message_state: 2 }, delivered],
  [{ message_state: 5 }, undelivered('other')],
  [{ message_state: 1 }, 'notFinal'],
  [{ message_state: 77 }, undelivered('blocked')],
  [{}, undelivered('blocked')],
])('where the parameters %j and the text differ, the parameter counts', (parameters, expected) => {
  const short_message = 'id:m2 stat:REJECTD';
  expect(read({ short_message, receipted_message_id: 'm1', ...parameters })).toEqual(expected);
});

test.each([
  [0x04, true],
  [0x08, true],
  [0x20, true],
  [0x44, true],
  [0x00, false],
  [0x0c, false],
  [0x40, false],
])('a text of class %s is a receipt: %s', (esm_class, isOne) => {
  expect(read({ esm_class, short_message: textOf('DELIVRD') })).toEqual(
    isOne ? delivered : unread('no receipt'),
  );
});

test.each([
  'stat:DELIVRD id:m1',
  'ID:m1 STAT:delivrd',
  'id: m1 stat: DELIVRD',
  'id=m1,sub=001,stat=DELIVRD,err=000',
  'id:m1;stat:DELIVRD;',
  'id:m1 done date:2026-11-22 12:01:07 stat:DELIVRD',
  'id:m1 done date:20261122120107+0530 status:DELIVERED error:0',
  'text:482913 err:000 stat:DELIVRD id:m1',
  'id:m1 stat:DELIVRD text:id:m2 stat:UNDELIV',
  'grid:m2 id:m1 substat:UNDELIV stat:DELIVRD',
  '\0id:m1 stat:DELIVRD\0\0',
])('the text %j is understood', (short_message) => {
  expect(read({ short_message: Buffer.from(short_message) })).toEqual(delivered);
});

test.each([
  ['stat:DELIVRD', 'no id'],
  ['id: stat:DELIVRD', 'no id'],
  ['id:m1', 'no state'],
  ['id:m1 substat:DELIVRD', 'no state'],
  ['Hello', 'no id'],
  ['', 'no id'],
])('the text %j is not: %s', (short_message, reason) => {
  expect(read({ short_message })).toEqual(unread(reason));
});

const utf16 = (text: string) => Buffer.from(text, 'utf16le').swap16();
const header = Buffer.from([5, 0, 3, 0x69, 2, 1]);
const long = `${textOf('DELIVRD')} ${'x'.repeat(120)}`;

test.each<[string, object, string?]>([
  ['in message_payload', { message_payload: Buffer.from(textOf('DELIVRD')) }],
  ['in message_payload of a data_sm', { message_payload: Buffer.from(long) }, 'data_sm'],
  [
    'longer than a short message',
    { message_payload: Buffer.from(textOf('DELIVRD').padEnd(60_000)) },
  ],
  ['in UCS-2', { data_coding: 8, short_message: utf16('id:m1 stat:DELIVRD text:आपका') }],
  ['in UCS-2 by payload', { data_coding: 8, message_payload: utf16(textOf('DELIVRD')) }],
  ['in UCS-2 that is called ASCII', { data_coding: 1, short_message: utf16(textOf('DELIVRD')) }],
  ['in ASCII that is called UCS-2', { data_coding: 8, short_message: Buffer.from(long) }],
  [
    'after a header',
    { esm_class: 0x44, short_message: Buffer.concat([header, Buffer.from(long)]) },
  ],
  ['after a header that is not there', { esm_class: 0x44, short_message: Buffer.from(long) }],
])('a text %s is understood', (_, parameters, command) => {
  expect(read(parameters, command)).toEqual(delivered);
});

test('an id keeps its underscore, in ASCII and in GSM 7 bit', () => {
  for (const underscore of ['_', '\u0011']) {
    const short_message = Buffer.from(`id:a${underscore}1 stat:DELIVRD`);
    expect(read({ short_message })).toMatchObject({ receipt: { reference: 'a_1' } });
  }
});

test.each([
  ['919876543210', 'INAAMB', ['9876543210']],
  ['INAAMB', '+919876543210', ['9876543210']],
  ['9876543210', '612345', ['9876543210']],
  ['00919876543210', '', ['9876543210']],
  ['91987654XXXX', 'INAAMB', []],
  ['911140000000', '', []],
  ['', '', []],
])('a receipt from %j to %j names %j', (source_addr, destination_addr, numbers) => {
  const short_message = textOf('DELIVRD');
  expect(read({ source_addr, destination_addr, short_message })).toMatchObject({
    receipt: { numbers },
  });
});

test('a parameter that ends too soon is left out, and what is there is understood', () => {
  const { body, ...rest } = wired('deliver_sm', { esm_class: 4, short_message: textOf('DELIVRD') });
  const halfId = Buffer.from([0, 0x1e, 0, 9, 0x6d, 0x32]);
  for (const end of [halfId, halfId.subarray(0, 4), halfId.subarray(0, 3), halfId.subarray(0, 1)]) {
    const pdu = { ...rest, body: Buffer.concat([body, end]) };
    expect(readSmppReceipt(readDelivered(pdu))).toEqual(delivered);
  }
});

test('a text that ends too soon is read up to its last whole word', () => {
  const pdu = wired('deliver_sm', { esm_class: 4, short_message: 'stat:DELIVRD err:000 id:m1234' });
  const cut = (bytes: number) => ({ ...pdu, body: pdu.body.subarray(0, -bytes) });
  expect(readSmppReceipt(readDelivered(cut(2)))).toEqual(unread('no id'));
  expect(readSmppReceipt(readDelivered(cut(20)))).toEqual(unread('no id'));
});

test('whatever a message contains, it is read, and never to an id that is not in it', () => {
  const whole = wired('deliver_sm', {
    esm_class: 4,
    source_addr: '919876543210',
    short_message: 'id:m1 stat:DELIVRD',
    receipted_message_id: 'm1',
    message_state: 2,
  });
  fc.assert(
    fc.property(fc.nat(whole.body.length), fc.uint8Array({ maxLength: 300 }), (end, more) => {
      const cut = readSmppReceipt(readDelivered({ ...whole, body: whole.body.subarray(0, end) }));
      if (typeof cut === 'object' && 'receipt' in cut) expect(cut.receipt.reference).toBe('m1');
      for (const command of [0x05, 0x103]) {
        readSmppReceipt(readDelivered({ ...whole, command, body: Buffer.from(more) }));
      }
    }),
  );
});

test.each([1, 7, 16, 4096])('PDUs are found in pieces of %i bytes', (size) => {
  const bytes = Buffer.concat(
    [1, 2, 3].map((at) =>
      new smpp.PDU('deliver_sm', {
        sequence_number: at,
        message_payload: Buffer.alloc(1000 * at, 'x'),
      }).toBuffer(),
    ),
  );
  const found: number[] = [];
  const take = pduReader(({ sequence, body }) => void found.push(sequence, body.length));
  for (let at = 0; at < bytes.length; at += size)
    expect(take(bytes.subarray(at, at + size))).toBe(true);
  expect(found).toEqual([1, 1021, 2, 2021, 3, 3021]);
});

test.each([
  [15, false],
  [16, true],
  [128 * 1024, true],
  [128 * 1024 + 1, false],
])('a length of %i keeps the place: %s', (length, isKept) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(length);
  expect(pduReader(() => undefined)(bytes)).toBe(isKept);
});

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

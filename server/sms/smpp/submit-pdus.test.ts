import { expect, test } from 'vitest';
import { outgoingSms as sms } from '@inaam/testing/server/delivery/outgoing-sms.ts';
import { encodeText, submitPdus, outcomeOfStatus } from './smpp-provider.ts';
import { smppSchema } from './smpp-schema.ts';
import fc from 'fast-check';

const common = { host: '10.0.0.1', port: 2775, systemId: 'inaam', password: '{secret.KEY}' };
const pdusOf = (more: object = {}, text = sms.text) =>
  submitPdus(smppSchema.parse({ ...common, ...more }), { ...sms, text }, 200);

test('[OTP-5] a short text is one message, with header, number and a receipt wanted', () => {
  const [pdu, ...rest] = pdusOf({ serviceType: 'OTP' });
  expect(rest).toEqual([]);
  expect(pdu).toMatchObject({
    command: 'submit_sm',
    service_type: 'OTP',
    source_addr_ton: 5,
    source_addr_npi: 0,
    source_addr: 'INAAMB',
    dest_addr_ton: 1,
    dest_addr_npi: 1,
    destination_addr: '919876543210',
    data_coding: 0,
    registered_delivery: 1,
    esm_class: 0,
  });
  expect(pdu?.['short_message']).toEqual(encodeText(sms.text).segments[0]);
  expect(pdu?.['sar_msg_ref_num']).toBeUndefined();
});

test.each([
  [{}, '1101000000000000000', '1107000000000000003'],
  [{ zeroEnded: true }, '1101000000000000000\0', '1107000000000000003\0'],
  [{ entityTag: null }, undefined, '1107000000000000003'],
  [{ templateTag: null }, '1101000000000000000', undefined],
])('[OTP-5] the DLT ids are in the parameters of the operator: %j', (more, entity, template) => {
  for (const pdu of pdusOf(more)) {
    expect(pdu['inaam_0x1400']?.toString()).toBe(entity);
    expect(pdu['inaam_0x1401']?.toString()).toBe(template);
  }
});

const long = 'x'.repeat(161);

test('[OTP-5] the segments of a long text are kept together by a header', () => {
  const pdus = pdusOf({}, long);
  const messages = pdus.map((pdu) => pdu['short_message']);
  expect(pdus.map((pdu) => pdu['esm_class'])).toEqual([0x40, 0x40]);
  expect(messages).toEqual([
    Buffer.concat([Buffer.from([5, 0, 3, 200, 2, 1]), Buffer.from('x'.repeat(153))]),
    Buffer.concat([Buffer.from([5, 0, 3, 200, 2, 2]), Buffer.from('x'.repeat(8))]),
  ]);
});

test('[OTP-5] or by parameters, where the operator wants them', () => {
  const pdus = pdusOf({ long: 'sar' }, long);
  expect(pdus.map((pdu) => pdu['esm_class'])).toEqual([0, 0]);
  expect(pdus).toMatchObject([
    { sar_msg_ref_num: 200, sar_total_segments: 2, sar_segment_seqnum: 1 },
    { sar_msg_ref_num: 200, sar_total_segments: 2, sar_segment_seqnum: 2 },
  ]);
  expect(pdus[1]?.['short_message']).toEqual(Buffer.from('x'.repeat(8)));
});

test.each([
  ['160 septets', 'x'.repeat(160), 0, [160]],
  ['161 septets', 'x'.repeat(161), 0, [153, 8]],
  [
    'a letter of two septets that would be torn apart',
    `${'x'.repeat(152)}€${'x'.repeat(20)}`,
    0,
    [152, 22],
  ],
  ['70 letters of UCS-2', 'अ'.repeat(70), 8, [140]],
  ['71 letters of UCS-2', 'अ'.repeat(71), 8, [134, 8]],
  [
    'a pair of UCS-2 that would be torn apart',
    `${'अ'.repeat(66)}🎁${'अ'.repeat(10)}`,
    8,
    [132, 24],
  ],
])('%s', (_, text, dataCoding, lengths) => {
  const encoded = encodeText(text);
  expect(encoded.dataCoding).toBe(dataCoding);
  expect(encoded.segments.map(({ length }) => length)).toEqual(lengths);
});

test('letters have the codes of GSM 7 bit', () => {
  expect(encodeText('@_$é€[').segments[0]?.toString('hex')).toBe('001102051b651b3c');
});

test('no text is lost, whatever its letters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
      const { dataCoding, segments } = encodeText(`अ${text}`);
      expect(dataCoding).toBe(8);
      const all = segments.map((segment) => Buffer.from(segment).swap16().toString('utf16le'));
      expect(all.join('')).toBe(`अ${text}`);
    }),
  );
});

test.each([
  [0x58, { kind: 'throttled', reason: 'ESME_RTHROTTLED' }],
  [0x14, { kind: 'throttled', reason: 'ESME_RMSGQFUL' }],
  [0x0b, { kind: 'refusedForGood', reason: 'ESME_RINVDSTADR' }],
  [0x0a, { kind: 'refusedForNow', reason: 'ESME_RINVSRCADR' }],
  [0x45, { kind: 'refusedForNow', reason: 'ESME_RSUBMITFAIL' }],
  [0x4ff, { kind: 'refusedForNow', reason: 'status 0x4ff' }],
])('[OTP-5] status %i is %j', (status, outcome) => {
  expect(outcomeOfStatus(status)).toEqual(outcome);
});

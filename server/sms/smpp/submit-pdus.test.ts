import { expect, test } from 'vitest';
import { outgoingSms as sms } from '@inaam/testing/server/delivery/outgoing-sms.ts';
import { encodeText, submitPdus } from './smpp-provider.ts';
import { smppSchema } from './smpp-schema.ts';

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

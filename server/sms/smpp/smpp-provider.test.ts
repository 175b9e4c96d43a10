import { createServer, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { PDU } from 'smpp';
import { outgoingSms } from '@inaam/testing/server/delivery/outgoing-sms.ts';
import { startSmsc, type Smsc, type SmscAnswer } from '@inaam/testing/server/delivery/smsc.ts';
import type { SmsProvider } from '../provider.ts';
import { sendWithLimit } from '../send-with-limit.ts';
import { smppProvider, type SmppHandlers } from './smpp-provider.ts';
import { smppSchema } from './smpp-schema.ts';

let smsc: Smsc;
let provider: SmsProvider | undefined;
let links: string[] = [];

beforeEach(async () => {
  smsc = await startSmsc();
  links = [];
});
afterEach(async () => {
  smsc.answersEnquiries(true);
  await provider?.stop?.();
  provider = undefined;
  await smsc.close();
});

const minuteMs = 60_000;
const sms = { ...outgoingSms, text: 'Your code is 482913.\n\n@win.example #482913' };
const accepted = { kind: 'accepted', reference: 'm1' };

function connect(more: object = {}, handlers: Partial<SmppHandlers> = {}): SmsProvider {
  const common = { host: '127.0.0.1', port: smsc.port, tls: false, systemId: 'inaam' };
  const gateway = smppSchema.parse({ ...common, password: '{secret.KEY}', ...more });
  provider = smppProvider(gateway, 'pass', {
    onLink: (isBound, reason) => void links.push(isBound ? 'bound' : reason),
    onDeliver: () => Promise.resolve(true),
    ...handlers,
  });
  return provider;
}

const messageOf = (pdu: PDU | undefined): unknown =>
  typeof pdu?.['short_message'] === 'object' ? pdu['short_message'] : undefined;

test('[OTP-5] a message is bound for, submitted with the DLT ids, and has the reference', async () => {
  expect(await sendWithLimit(connect(), sms, minuteMs)).toEqual(accepted);
  expect(smsc.binds).toMatchObject([
    { system_id: 'inaam', password: 'pass', interface_version: 0x34 },
  ]);
  const [pdu] = smsc.submitted;
  expect(pdu).toMatchObject({
    source_addr: 'INAAMB',
    source_addr_ton: 5,
    destination_addr: '919876543210',
    dest_addr_ton: 1,
    data_coding: 0,
    registered_delivery: 1,
  });
  expect(String(pdu?.['inaam_0x1400'])).toBe('1101000000000000000');
  expect(String(pdu?.['inaam_0x1401'])).toBe('1107000000000000003');
  expect(messageOf(pdu)).toMatchObject({ message: sms.text });
});

test.each<[SmscAnswer, object]>([
  [0x58, { kind: 'throttled', reason: 'ESME_RTHROTTLED' }],
  [0x14, { kind: 'throttled', reason: 'ESME_RMSGQFUL' }],
  [0x0b, { kind: 'refusedForGood', reason: 'ESME_RINVDSTADR' }],
  [0x0a, { kind: 'refusedForNow', reason: 'ESME_RINVSRCADR' }],
  [0x4ff, { kind: 'refusedForNow', reason: 'status 0x4ff' }],
  ['close', { kind: 'unknown', reason: 'link lost' }],
  ['no id', { kind: 'accepted', reference: undefined }],
])('[OTP-5] the answer %j to a submit', async (answer, outcome) => {
  smsc.answer(answer);
  expect(await sendWithLimit(connect(), sms, minuteMs)).toStrictEqual(outcome);
});

test('[OTP-5] an SMSC that is silent leaves it open whether it has accepted', async () => {
  connect();
  await expect.poll(() => links).toEqual(['bound']);
  smsc.answer('silence');
  expect(await sendWithLimit(connect0(), sms, 50)).toEqual({
    kind: 'unknown',
    reason: 'no answer in time',
  });
  // The link is still good for the next one.
  expect(await sendWithLimit(connect0(), sms, minuteMs)).toEqual({
    kind: 'accepted',
    reference: 'm2',
  });
  expect(links).toEqual(['bound']);
});

const connect0 = (): SmsProvider => {
  if (!provider) throw new Error('Not connected.');
  return provider;
};

test('a link that is lost is bound again, and nothing is sent meanwhile', async () => {
  connect();
  await expect.poll(() => links).toEqual(['bound']);
  smsc.refuseBinds(0x0d);
  smsc.dropLinks();
  await expect.poll(() => links.length).toBeGreaterThan(2);
  expect(links.slice(0, 3)).toEqual(['bound', 'closed', 'bind refused: 0xd']);
  expect(await sendWithLimit(connect0(), sms, minuteMs)).toEqual({
    kind: 'refusedForNow',
    reason: 'not bound',
  });
  smsc.refuseBinds(0);
  await expect.poll(() => links.at(-1)).toBe('bound');
  expect(await sendWithLimit(connect0(), sms, minuteMs)).toEqual(accepted);
});

test('while an SMSC does not answer the bind, nothing is sent, and that is known', async () => {
  const sockets: Socket[] = [];
  const silent = createServer((socket) => void sockets.push(socket));
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const address = silent.address();
  try {
    connect({ port: typeof address === 'object' ? address?.port : 0 });
    expect(await sendWithLimit(connect0(), sms, 8000)).toEqual({
      kind: 'refusedForNow',
      reason: 'not bound',
    });
  } finally {
    for (const socket of sockets) socket.destroy();
    silent.close();
  }
});

test('bytes that are not SMPP end the link, not the program', async () => {
  connect();
  await expect.poll(() => links).toEqual(['bound']);
  smsc.write(Buffer.from('ffffffff00000000ffffffff', 'hex'));
  await expect.poll(() => links.slice(0, 3)).toEqual(['bound', 'protocol error', 'bound']);
});

test('a request of the SMSC that could not be stored is refused, so that it comes again', async () => {
  const stored: unknown[] = [];
  let isStored = false;
  connect(
    {},
    {
      onDeliver: (pdu) => {
        stored.push(pdu['source_addr']);
        return Promise.resolve(isStored);
      },
    },
  );
  await expect.poll(() => links).toEqual(['bound']);
  expect(await smsc.deliver({ source_addr: 'a' })).toMatchObject({ command_status: 8 });
  isStored = true;
  expect(await smsc.deliver({ source_addr: 'a' })).toMatchObject({ command_status: 0 });
  expect(stored).toEqual(['a', 'a']);
});

const hindi = 'आपका कोड 482913 है। '.repeat(5);

test('a text outside GSM 7 bit is sent in UCS-2, in segments with a header', async () => {
  expect(await sendWithLimit(connect(), { ...sms, text: hindi }, minuteMs)).toEqual(accepted);
  const messages = smsc.submitted.map((pdu) => messageOf(pdu));
  expect(smsc.submitted).toMatchObject([
    { data_coding: 8, esm_class: 0x40 },
    { data_coding: 8, esm_class: 0x40 },
  ]);
  expect(
    messages
      .map((message) =>
        typeof message === 'object' && message !== null && 'message' in message
          ? message.message
          : '',
      )
      .join(''),
  ).toBe(hindi);
});

test('segments are numbered by parameters where the operator wants them', async () => {
  connect({ long: 'sar' });
  const long = { ...sms, text: `${'x'.repeat(152)}{${'y'.repeat(160)}` };
  expect(await sendWithLimit(connect0(), long, minuteMs)).toEqual(accepted);
  expect(smsc.submitted).toMatchObject([
    { sar_total_segments: 3, sar_segment_seqnum: 1, esm_class: 0 },
    { sar_total_segments: 3, sar_segment_seqnum: 2 },
    { sar_total_segments: 3, sar_segment_seqnum: 3 },
  ]);
  const references = new Set(smsc.submitted.map((pdu) => pdu['sar_msg_ref_num']));
  expect(references.size).toBe(1);
});

test('a message of which a later segment is refused may have arrived in part', async () => {
  smsc.answer(0, 0x58);
  const outcome = await sendWithLimit(connect(), { ...sms, text: hindi }, minuteMs);
  expect(outcome).toEqual({ kind: 'unknown', reason: 'not all segments' });
  smsc.answer('no id', 0x58);
  expect(await sendWithLimit(connect0(), { ...sms, text: hindi }, minuteMs)).toEqual(outcome);
});

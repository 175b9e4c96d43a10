import { createServer, Socket } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PDU } from 'smpp';
import { outgoingSms } from '@inaam/testing/server/delivery/outgoing-sms.ts';
import { startSmsc, type Smsc, type SmscAnswer } from '@inaam/testing/server/delivery/smsc.ts';
import { type SmsProvider, sendWithLimit } from '../provider.ts';
import { smppProvider, type SmppHandlers } from './smpp-provider.ts';
import { smppSchema } from './smpp-schema.ts';
import { createBindBackoff } from './smpp-link.ts';

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
  // The link can still be used for the next message.
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

const nothing = Buffer.alloc(0);

/** @param length the claimed length, if it is not the real one */
function rawPdu(
  command: number,
  sequence: number,
  body: Buffer = nothing,
  length?: number,
): Buffer {
  const header = Buffer.alloc(16);
  header.writeUInt32BE(length ?? 16 + body.length, 0);
  header.writeUInt32BE(command, 4);
  header.writeUInt32BE(sequence, 12);
  return Buffer.concat([header, body]);
}

test.each([
  ['bytes that are not SMPP', Buffer.from('ffffffff00000000ffffffff', 'hex')],
  ['a PDU that is shorter than its header', rawPdu(0x15, 1, undefined, 15)],
  ['the answer of a web server', Buffer.from('HTTP/1.1 400 Bad Request')],
])('%s end the link, not the program', async (_, bytes) => {
  connect();
  await expect.poll(() => links).toEqual(['bound']);
  smsc.write(bytes);
  await expect.poll(() => links.slice(0, 3)).toEqual(['bound', 'protocol error', 'bound']);
});

const submitAnswer = 0x8000_0004;

test.each<[string, number, Buffer, answer: string | undefined, status?: number]>([
  ['alert_notification', 0x102, Buffer.from('\x01\x01919876543210\0\x05\0INAAMB\0'), undefined],
  ['alert_notification without content', 0x102, nothing, undefined],
  ['outbind', 0x0b, Buffer.from('smsc\0pass\0'), undefined],
  ['enquire_link', 0x15, nothing, 'enquire_link_resp', 0],
  ['enquire_link with content', 0x15, Buffer.from('x'), 'enquire_link_resp', 0],
  ['query_sm', 0x03, Buffer.from('m1\0'), 'generic_nack', 3],
  ['submit_sm', 0x04, nothing, 'generic_nack', 3],
  ['bind_transceiver', 0x09, nothing, 'generic_nack', 3],
  ['submit_multi', 0x21, Buffer.alloc(3, 0xff), 'generic_nack', 3],
  ['an unknown command', 0x4711, Buffer.alloc(300, 'x'), 'generic_nack', 3],
  ['deliver_sm without content', 0x05, nothing, 'deliver_sm_resp', 0],
  ['deliver_sm that never ends a field', 0x05, Buffer.alloc(2000, 'x'), 'deliver_sm_resp', 0],
  ['deliver_sm of 100 KB', 0x05, Buffer.alloc(100_000, 'x\0'), 'deliver_sm_resp', 0],
  [
    'deliver_sm with half a parameter',
    0x05,
    Buffer.from(`${'\0'.repeat(17)}\0\x1e\0`),
    'deliver_sm_resp',
    0,
  ],
  ['data_sm without content', 0x103, nothing, 'data_sm_resp', 0],
  ['an answer to nothing', submitAnswer, Buffer.from('m7\0'), undefined],
  ['an unknown answer', 0x8000_4711, nothing, undefined],
  ['a generic_nack to nothing', 0x8000_0000, nothing, undefined],
])(
  '%s does not end the link, and the message under way is sent once',
  async (_, command, body, answer, status) => {
    connect();
    await expect.poll(() => links).toEqual(['bound']);
    smsc.answer('silence');
    const sending = sendWithLimit(connect0(), sms, minuteMs);
    await expect.poll(() => smsc.submitted).toHaveLength(1);
    const sequence = smsc.submitted[0]?.sequence_number ?? 0;
    smsc.write(rawPdu(command, 4711, body));
    smsc.write(rawPdu(0x15, 4712));
    const answered = (to: number) => smsc.heard.find((pdu) => pdu.sequence_number === to);
    await expect.poll(() => answered(4712)).toBeDefined();
    if (answer === undefined) expect(answered(4711)).toBeUndefined();
    else {
      await expect
        .poll(() => answered(4711))
        .toMatchObject({ command: answer, command_status: status });
    }
    smsc.write(rawPdu(submitAnswer, sequence, Buffer.from('m1\0')));
    expect(await sending).toEqual(accepted);
    expect(links).toEqual(['bound']);
    expect(smsc.submitted).toHaveLength(1);
  },
);

test('an answer counts only for the command that it answers', async () => {
  connect();
  await expect.poll(() => links).toEqual(['bound']);
  smsc.answer('silence');
  const sending = sendWithLimit(connect0(), sms, minuteMs);
  await expect.poll(() => smsc.submitted).toHaveLength(1);
  const sequence = smsc.submitted[0]?.sequence_number ?? 0;
  for (const command of [0x8000_0015, 0x8000_0009, 0x8000_0103, 0x8000_0006]) {
    smsc.write(rawPdu(command, sequence, Buffer.from('m7\0')));
  }
  smsc.write(rawPdu(submitAnswer, sequence + 1, Buffer.from('m8\0')));
  smsc.write(rawPdu(submitAnswer, sequence, Buffer.from('m1')));
  expect(await sending).toEqual(accepted);
});

test.each<[string, number, string, object]>([
  ['an id without its end', submitAnswer, 'm1', accepted],
  ['an id with blanks and more', submitAnswer, ' m1 \0\x04\x27', accepted],
  ['no content', submitAnswer, '', { kind: 'accepted', reference: undefined }],
  [
    'an id beyond all bounds',
    submitAnswer,
    'm'.repeat(999),
    { kind: 'accepted', reference: undefined },
  ],
  ['a generic_nack', 0x8000_0000, '', { kind: 'refusedForNow', reason: 'ESME_RUNKNOWNERR' }],
])('[OTP-5] a submit that is answered by %s', async (_, command, body, outcome) => {
  connect();
  await expect.poll(() => links).toEqual(['bound']);
  smsc.answer('silence');
  const sending = sendWithLimit(connect0(), sms, minuteMs);
  await expect.poll(() => smsc.submitted).toHaveLength(1);
  const sequence = smsc.submitted[0]?.sequence_number ?? 0;
  smsc.write(rawPdu(command, sequence, Buffer.from(body)));
  expect(await sending).toEqual(outcome);
});

test('an SMSC that unbinds still answers what it was sent, and the link is bound again', async () => {
  connect();
  await expect.poll(() => links).toEqual(['bound']);
  smsc.answer('silence');
  const sending = sendWithLimit(connect0(), sms, minuteMs);
  await expect.poll(() => smsc.submitted).toHaveLength(1);
  const sequence = smsc.submitted[0]?.sequence_number ?? 0;
  smsc.write(
    Buffer.concat([rawPdu(0x06, 4711), rawPdu(submitAnswer, sequence, Buffer.from('m1\0'))]),
  );
  expect(await sending).toEqual(accepted);
  await expect
    .poll(() => smsc.heard)
    .toMatchObject([{ command: 'unbind_resp', sequence_number: 4711, command_status: 0 }]);
  await expect.poll(() => links).toEqual(['bound', 'unbound by the SMSC', 'bound']);
  expect(await sendWithLimit(connect0(), sms, minuteMs)).toMatchObject({ kind: 'accepted' });
});

test('an SMSC that asks and never reads is left before that takes 1 MB', async () => {
  const asks = Buffer.concat(Array.from({ length: 4000 }, (_, at) => rawPdu(0x15, at + 1)));
  let isGone = false;
  const deaf = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.on('close', () => (isGone = true));
    socket.once('data', (bind) => {
      socket.write(rawPdu(0x8000_0009, bind.readUInt32BE(12), Buffer.from('smsc\0')));
      socket.pause();
      const ask = () => {
        if (!isGone && !socket.destroyed) socket.write(asks, () => setImmediate(ask));
      };
      ask();
    });
  });
  await new Promise<void>((resolve) => deaf.listen(0, '127.0.0.1', resolve));
  const address = deaf.address();
  const port = typeof address === 'object' ? address?.port : 0;
  let max = 0;
  const write: Socket['write'] = Reflect.get(Socket.prototype, 'write');
  const spy = vi.spyOn(Socket.prototype, 'write').mockImplementation(function (
    this: Socket,
    ...of
  ) {
    const isTaken = Reflect.apply(write, this, of);
    if (this.remotePort === port) max = Math.max(max, this.writableLength);
    return isTaken;
  });
  try {
    connect({ port });
    await expect
      .poll(() => links.slice(0, 2), { timeout: minuteMs })
      .toEqual(['bound', 'what it was sent is not read']);
    expect(max).toBeLessThan(1024 * 1024);
  } finally {
    spy.mockRestore();
    isGone = true;
    await provider?.stop?.();
    deaf.close();
  }
});

test('a request of the SMSC that could not be stored is refused, so that it comes again', async () => {
  const stored: unknown[] = [];
  let isStored = false;
  connect(
    {},
    {
      onDeliver: ({ addresses: [from] }) => {
        stored.push(from);
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
  const outcome = await sendWithLimit(connect(), { ...sms, text: hindi }, minuteMs);
  expect(outcome).toEqual({ ...accepted, parts: ['m1', 'm2'] });
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

test.each<[SmscAnswer[], object]>([
  [[{ id: 'a' }, { id: 'b' }], { reference: 'a', parts: ['a', 'b'] }],
  [[{ id: 'a' }, { id: 'a' }], { reference: 'a' }],
  [['no id', { id: 'b' }], { reference: 'b' }],
  [['no id', 'no id'], { reference: undefined }],
])('the ids of parts that are answered by %j', async (answers, ids) => {
  smsc.answer(...answers);
  const outcome = await sendWithLimit(connect(), { ...sms, text: hindi }, minuteMs);
  expect(outcome).toStrictEqual({ kind: 'accepted', ...ids });
});

test('segments are numbered by parameters where the operator wants them', async () => {
  connect({ long: 'sar' });
  const long = { ...sms, text: `${'x'.repeat(152)}{${'y'.repeat(160)}` };
  expect(await sendWithLimit(connect0(), long, minuteMs)).toMatchObject(accepted);
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

function pausesAfter(...linkSeconds: (number | 'refused')[]): number[] {
  let nowMs = 1000;
  const backoff = createBindBackoff(() => nowMs);
  return linkSeconds.map((seconds) => {
    if (seconds !== 'refused') {
      backoff.bound();
      nowMs += seconds * 1000;
    }
    return backoff.nextPause();
  });
}

test('an SMSC that binds and drops at once is asked ever less often', () => {
  expect(pausesAfter(0, 0, 29, 0, 0, 0, 0, 0)).toEqual([
    500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000,
  ]);
});

test('after a link that held, the next attempt comes soon', () => {
  expect(pausesAfter('refused', 'refused', 30, 'refused', 3600)).toEqual([
    500, 1000, 500, 1000, 500,
  ]);
});

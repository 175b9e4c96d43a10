// An operator's SMSC on loopback, as far as Kannel uses one: SMPP 3.4 over a transceiver. It sends
// receipts at once, and throttles what comes faster than the account may send.
import { gsm7Codes } from '@inaam/campaigns/sms/segments.ts';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';

export type Submitted = {
  to: string;
  dataCoding: number;
  /** The message's, the same in all its segments; undefined: it is the only one. */
  reference: number | undefined;
  place: number;
  text: string;
  wantsReceipt: boolean;
  /** The values of the operator's own parameters, by tag. */
  parameters: ReadonlyMap<number, string>;
};

export type Smsc = {
  port: number;
  submitted: Submitted[];
  throttled: () => number;
  close(): void;
};

const commands = {
  submit: 0x04,
  deliver: 0x05,
  unbind: 0x06,
  bindTransceiver: 0x09,
  enquireLink: 0x15,
} as const;
const response = 0x80000000;
const throttledStatus = 0x58;
const headerBytes = 16;

/** @param perSecond SMS that the account may send, each segment counted */
export async function startSmsc(perSecond: number): Promise<Smsc> {
  const submitted: Submitted[] = [];
  const sockets = new Set<Socket>();
  const lately: number[] = [];
  let throttled = 0;
  let ids = 0;
  const isTooFast = () => {
    const now = performance.now();
    while ((lately[0] ?? now) < now - 1000) lately.shift();
    if (lately.length >= perSecond) return true;
    lately.push(now);
    return false;
  };
  const answer = (socket: Socket, { command, sequence, body }: Pdu) => {
    const reply = (status: number, text = '') =>
      socket.write(pduOf(command | response, status, sequence, cString(text)));
    if (command === commands.bindTransceiver) reply(0, 'smsc');
    else if (command === commands.submit) {
      if (isTooFast()) {
        throttled += 1;
        reply(throttledStatus);
        return;
      }
      const id = `m${(ids += 1)}`;
      const sms = readSubmit(body);
      submitted.push(sms);
      reply(0, id);
      if (sms.wantsReceipt) socket.write(pduOf(commands.deliver, 0, ids, receiptOf(sms, id)));
    } else if (command === commands.enquireLink || command === commands.unbind) reply(0);
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    let rest = Buffer.alloc(0);
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      rest = Buffer.concat([rest, bytes]);
      while (rest.length >= headerBytes && rest.length >= rest.readUInt32BE(0)) {
        const length = rest.readUInt32BE(0);
        answer(socket, {
          command: rest.readUInt32BE(4),
          sequence: rest.readUInt32BE(12),
          body: rest.subarray(headerBytes, length),
        });
        rest = rest.subarray(length);
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    submitted,
    throttled: () => throttled,
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

type Pdu = { command: number; sequence: number; body: Buffer };

function pduOf(command: number, status: number, sequence: number, body: Buffer): Buffer {
  const header = Buffer.alloc(headerBytes);
  const fields = [headerBytes + body.length, command, status, sequence];
  for (const [at, field] of fields.entries()) header.writeUInt32BE(field >>> 0, at * 4);
  return Buffer.concat([header, body]);
}

const cString = (text: string) => Buffer.from(`${text}\0`, 'latin1');

function readSubmit(body: Buffer): Submitted {
  let at = 0;
  const byte = () => body.readUInt8(at++);
  const short = () => body.readUInt16BE((at += 2) - 2);
  const take = (length: number) => body.subarray(at, (at += length));
  const cText = () => {
    const end = body.indexOf(0, at);
    const text = body.toString('latin1', at, end);
    at = end + 1;
    return text;
  };
  cText(); // Service type.
  take(2);
  cText(); // Header.
  take(2);
  const to = cText();
  const hasHeader = (byte() & 0x40) !== 0;
  take(2);
  cText(); // Schedule.
  cText(); // Validity.
  const wantsReceipt = byte() === 1;
  byte();
  const dataCoding = byte();
  byte();
  const message = take(byte());
  const parameters = new Map<number, string>();
  while (at < body.length) parameters.set(short(), take(short()).toString('latin1'));
  // 05 00 03, reference, total, place.
  const header = hasHeader ? message.subarray(0, (message[0] ?? 0) + 1) : undefined;
  const text = textOf(message.subarray(header?.length ?? 0), dataCoding);
  return {
    to,
    dataCoding,
    text,
    parameters,
    wantsReceipt,
    reference: header?.[3],
    place: header?.[5] ?? 1,
  };
}

const letters = new Map(
  Array.from({ length: 0x2100 }, (_, code) => String.fromCodePoint(code)).flatMap((letter) => {
    const codes = gsm7Codes(letter);
    return codes ? [[codes.join(' '), letter]] : [];
  }),
);

function textOf(message: Buffer, dataCoding: number): string {
  if (dataCoding === 8) return Buffer.from(message).swap16().toString('utf16le');
  const codes = [...message].join(' ').match(/27 \d+|\d+/g) ?? [];
  return codes.map((code) => letters.get(code) ?? '?').join('');
}

function receiptOf({ to }: Submitted, id: string): Buffer {
  const text = `id:${id} sub:001 dlvrd:001 submit date:2611221200 done date:2611221201 stat:DELIVRD err:000 text:`;
  return Buffer.concat([
    cString(''),
    Buffer.from([1, 1]),
    cString(to),
    Buffer.from([5, 0]),
    cString('INAAMB'),
    // A receipt.
    Buffer.from([4, 0, 0]),
    cString(''),
    cString(''),
    Buffer.from([0, 0, 0, 0, text.length]),
    Buffer.from(text, 'latin1'),
  ]);
}

/** The texts that arrived, put together from their segments. */
export function textsOf(submitted: readonly Submitted[]): string[] {
  const messages = Map.groupBy(submitted, ({ to, reference }) => `${to} ${reference}`);
  return [...messages.values()].flatMap((segments) =>
    segments[0]?.reference === undefined
      ? segments.map(({ text }) => text)
      : segments
          .toSorted((one, other) => one.place - other.place)
          .map(({ text }) => text)
          .join(''),
  );
}

// An SMS provider over HTTP that fails like real ones, and records what phones receive. Receipts
// are lost, duplicated and reordered.
import { appendFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import * as z from 'zod';

const secret = 'k3y-of-receipts';
const receiptDelayMs = 3000;
/** What the account may send. */
export const perSecond = 20;

/**
 * - `works`: everything is accepted.
 * - `chaos`: two of three attempts fail, in one of seven ways; three of those accept the message.
 * - `down`: every connection is reset.
 */
type Mode = 'works' | 'chaos' | 'down';

export type SmsGateway = {
  /** Of `deliver` and `serve`. */
  variables: Record<string, string>;
  become(mode: Mode): void;
  /** Attempts so far, and counts by response. */
  counts(): Readonly<Record<string, number>>;
  /** When each message was accepted, ms. */
  acceptedAt: readonly number[];
  close(): Promise<void>;
};

const message = z.object({ to: z.string(), text: z.string(), ref: z.string() });

/**
 * @param smsFile what phones receive, one per line
 * @param site where receipts go
 */
export async function startSmsGateway(smsFile: string, site: string): Promise<SmsGateway> {
  let mode: Mode = 'works';
  const counts: Record<string, number> = {};
  const acceptedAt: number[] = [];
  const accept = ({ to, text, ref }: z.infer<typeof message>) => {
    appendFileSync(smsFile, `${JSON.stringify({ id: ref, to, text, at: Date.now() })}\n`);
    acceptedAt.push(Date.now());
    sendReceipts(site, ref);
  };
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const sms = message.parse(await json(request));
    const how = mode === 'down' ? 'reset' : mode === 'works' ? 'accepted' : chaotic();
    counts[how] = (counts[how] ?? 0) + 1;
    if (how.startsWith('accepted')) accept(sms);
    answer(response, how, sms.ref);
  };
  const server = createServer((request, response) => {
    // The sender has gone.
    void receive(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const pathsFile = path.join(path.dirname(smsFile), 'paths.json');
  writeFileSync(pathsFile, JSON.stringify({ paths: [smsPath(`http://127.0.0.1:${port}/`)] }));
  return {
    variables: {
      SMS_PATHS_FILE: pathsFile,
      SMS_HOSTS: '127.0.0.1',
      SMS_SECRET_RECEIPTS: secret,
    },
    become: (next) => (mode = next),
    counts: () => counts,
    acceptedAt,
    close: () => {
      server.closeAllConnections();
      return new Promise((closed) => void server.close(() => closed()));
    },
  };
}

const smsPath = (address: string) => ({
  name: 'gateway',
  perSecond,
  http: {
    method: 'POST',
    address,
    json: { to: '{mobile}', text: '{text}', ref: '{reference}' },
    answer: {
      rules: [{ is: 'accepted', status: '200', json: { state: '^sent$' } }],
      reference: { json: 'id' },
    },
  },
  receipts: {
    secret: { header: 'x-key', value: '{secret.RECEIPTS}' },
    fields: {
      reference: 'id',
      status: 'state',
      delivered: '^delivered',
      failed: { other: '^failed' },
    },
  },
});

const failures = [
  '429',
  '503',
  'reset',
  'silence',
  'accepted, no answer',
  'accepted, 500',
  'accepted, endless answer',
] as const;

function chaotic(): 'accepted' | (typeof failures)[number] {
  const place = Math.floor(Math.random() * failures.length * 1.5);
  return failures[place] ?? 'accepted';
}

function answer(
  response: ServerResponse,
  how: ReturnType<typeof chaotic>,
  reference: string,
): void {
  switch (how) {
    case 'accepted':
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ state: 'sent', id: reference }));
      return;
    case '429':
    case '503':
      response.writeHead(Number(how)).end();
      return;
    case 'accepted, 500':
      response.writeHead(500).end();
      return;
    case 'reset':
    case 'accepted, no answer':
      response.destroy();
      return;
    case 'silence':
      return;
    case 'accepted, endless answer':
      response.writeHead(200, { 'content-type': 'application/json' });
      writeOn(response);
      return;
    default:
      how satisfies never;
  }
}

/** Until the sender disconnects. */
function writeOn(response: ServerResponse): void {
  if (!response.destroyed) response.write(' '.repeat(65_536), () => writeOn(response));
}

/** None, one or two per message, in any order, some before the response. */
function sendReceipts(site: string, reference: string): void {
  for (let left = Math.floor(Math.random() * 3); left > 0; left--) {
    const send = () =>
      fetch(`${site}/sms/receipts/gateway`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-key': secret },
        body: JSON.stringify({ id: reference, state: 'delivered' }),
      }).catch(() => undefined);
    setTimeout(() => void send(), Math.random() * receiptDelayMs).unref();
  }
}

// An SMS provider over HTTP that fails like real ones, and records what phones receive. Receipts
// are lost, duplicated and reordered.
import { appendFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { startFaultyGateway, type GatewayAnswer } from '../server/delivery/faulty-gateway.ts';

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
type Message = z.infer<typeof message>;

/** What the gateway is sent. */
export const messageOf = (body: string): Message => message.parse(JSON.parse(body));

/** The gateway's answer that it has sent a message. */
export const sentAnswer = ({ ref }: Pick<Message, 'ref'>) => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ state: 'sent', id: ref }),
});

/**
 * @param smsFile what phones receive, one per line
 * @param site where receipts go
 */
export async function startSmsGateway(smsFile: string, site: string): Promise<SmsGateway> {
  let mode: Mode = 'works';
  const counts: Record<string, number> = {};
  const acceptedAt: number[] = [];
  const accept = ({ to, text, ref }: Message) => {
    appendFileSync(smsFile, `${JSON.stringify({ id: ref, to, text, at: Date.now() })}\n`);
    acceptedAt.push(Date.now());
    sendReceipts(site, ref);
  };
  const gateway = await startFaultyGateway();
  gateway.answer(({ body }) => {
    const sms = messageOf(body);
    const how = mode === 'down' ? 'reset' : mode === 'works' ? 'accepted' : chaotic();
    counts[how] = (counts[how] ?? 0) + 1;
    if (how.startsWith('accepted')) accept(sms);
    return how === 'accepted' ? sentAnswer(sms) : failures[how];
  });
  return {
    variables: gatewayVariables(path.dirname(smsFile), gateway.address, { perSecond }),
    become: (next) => (mode = next),
    counts: () => counts,
    acceptedAt,
    close: () => gateway.close(),
  };
}

/** Writes the path to a gateway into the folder. @returns the variables of `deliver` and `serve` */
export function gatewayVariables(
  folder: string,
  address: string,
  limits: { perSecond: number; inFlight?: number },
): Record<string, string> {
  const file = path.join(folder, 'paths.json');
  writeFileSync(file, JSON.stringify({ paths: [{ ...smsPath(`${address}/`), ...limits }] }));
  return { SMS_PATHS_FILE: file, SMS_HOSTS: '127.0.0.1', SMS_SECRET_RECEIPTS: secret };
}

const smsPath = (address: string) => ({
  name: 'gateway',
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

const failures = {
  '429': { status: 429 },
  '503': { status: 503 },
  reset: 'reset',
  silence: 'hang',
  'accepted, no answer': 'reset',
  'accepted, 500': { status: 500 },
  'accepted, endless answer': 'flood',
} as const satisfies Record<string, GatewayAnswer>;
const isFailure = (how: string): how is keyof typeof failures => Object.hasOwn(failures, how);
const kinds = Object.keys(failures).filter(isFailure);

function chaotic(): 'accepted' | keyof typeof failures {
  return kinds[Math.floor(Math.random() * kinds.length * 1.5)] ?? 'accepted';
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

// Sends one request to the receiver. Redirects are not followed and connections are not reused. The
// address is checked when connecting, because the name may by then resolve into this network.
import { lookup, type LookupAddress } from 'node:dns';
import { request as requestHttp, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { errorCode } from '@inaam/server/platform/errors.ts';
import { isPrivateAddress } from '@inaam/server/platform/addresses.ts';
import { createHmac } from 'node:crypto';
import type { Receiver } from './settings.ts';
import type { WebhookEvent } from './events.sql.ts';

/** Whether the receiver accepted it; `reason` is a status or an error code. */
export type PostOutcome = { isTaken: boolean; reason: string };

const noAnswer = 'no answer in time';
const answerBytesMax = 16_384;

const refusedAddress = Object.assign(new Error('The receiver is in a private network.'), {
  code: 'EPRIVATE',
});

const publicLookup: LookupFunction = (host, options, done) => {
  lookup(host, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    if (error) return done(error, []);
    // One private address among several is enough to refuse, because we do not choose which one is
    // used.
    if (addresses.some(({ address }) => isPrivateAddress(address))) return done(refusedAddress, []);
    return done(null, addresses);
  });
};

/** Never rejects. @param limitMs for the whole exchange */
export function post(
  { url, isPrivate }: Receiver,
  body: string,
  headers: Readonly<Record<string, string>>,
  limitMs: number,
): Promise<PostOutcome> {
  const { promise, resolve } = Promise.withResolvers<PostOutcome>();
  const signal = AbortSignal.timeout(limitMs);
  const options: RequestOptions = {
    method: 'POST',
    agent: false,
    signal,
    headers: {
      ...headers,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'user-agent': 'inaam-webhooks',
    },
    ...(isPrivate ? {} : { lookup: publicLookup }),
  };
  const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, options);
  const fail = (error: unknown) =>
    resolve({ isTaken: false, reason: signal.aborted ? noAnswer : errorCode(error) });
  // Node ends some exchanges without an event, so the time limit does not rely on one.
  signal.addEventListener('abort', fail);
  request.on('error', fail);
  request.on('upgrade', (response, socket) => {
    socket.destroy();
    resolve({ isTaken: false, reason: `HTTP ${response.statusCode}` });
  });
  request.on('response', (response) => {
    const status = response.statusCode ?? 0;
    let bytes = 0;
    const done = () =>
      resolve({ isTaken: status >= 200 && status < 300, reason: `HTTP ${status}` });
    response.on('error', fail);
    response.on('end', done);
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      // The status is enough; the body is only read up to a limit.
      if (bytes <= answerBytesMax) return;
      done();
      request.destroy();
    });
  });
  request.end(body);
  return promise;
}

// Standard Webhooks, 1.0.0: symmetric signatures (v1).

export type Signed = {
  'webhook-id': string;
  'webhook-timestamp': string;
  'webhook-signature': string;
};

/**
 * @param secrets keys; several while the receiver changes to the new one
 * @param now time of this attempt, ms
 */
export function signatureOf(
  id: string,
  body: string,
  secrets: readonly Uint8Array[],
  now: number,
): Signed {
  const timestamp = String(Math.floor(now / 1000));
  const signatures = secrets.map((secret) => {
    const hash = createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`);
    return `v1,${hash.digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}

// A receiver gets a pseudonym, amounts, state, source and language, ids and times to the minute,
// and nothing else about a person.

const minuteMs = 60_000;

export function eventBody(
  campaign: string,
  event: Omit<WebhookEvent, 'tries' | 'queuedAt'>,
): string {
  const { number, type, pseudonym, amount, state, source, language, messageId, at } = event;
  return JSON.stringify({
    type,
    timestamp: new Date(Math.floor(at / minuteMs) * minuteMs).toISOString(),
    data: {
      campaign,
      participant: pseudonym.toString('hex'),
      sequence: number,
      state,
      source,
      language,
      ...(amount === null ? {} : { amount }),
      ...(messageId === null ? {} : { message: messageId }),
    },
  });
}

// When to resend an event that its receiver did not accept. Standard Webhooks recommends these
// pauses; after three days the event has failed.
const secondMs = 1000;
const hourMs = 60 * minuteMs;

const pausesMs = [
  5 * secondMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
  20 * hourMs,
  24 * hourMs,
];

export const retryMs = 72 * hourMs;

/**
 * @param tries including the one that has just failed
 * @param queuedAt when the event was first due, ms
 * @returns when it is due again, ms; undefined: it has failed
 */
export function nextTry(tries: number, queuedAt: number, now: number): number | undefined {
  const pauseMs = pausesMs[tries - 1] ?? pausesMs.at(-1) ?? 0;
  return now - queuedAt >= retryMs ? undefined : now + pauseMs;
}

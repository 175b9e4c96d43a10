// Sends messages to a gateway over HTTP.
import { fillerOf, type PathValues, type Fill } from '../paths/placeholders.ts';
import { type OutgoingSms, type SendOutcome, type SmsProvider, redactReason } from '../provider.ts';
import type { HttpGateway } from './gateway-schema.ts';
import { readAnswer, type HttpAnswer } from './read-answer.ts';
import type * as z from 'zod';
import { Agent as HttpAgent, request as requestHttp, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib';
import { errorCode } from '../../platform/errors.ts';

export function httpProvider(gateway: HttpGateway, values: PathValues): SmsProvider {
  return {
    async send(sms, signal) {
      const request = fillRequest(gateway, fillerOf(sms, values, gateway));
      const exchanged = await exchange(request, signal);
      switch (exchanged.kind) {
        case 'answered':
          return withoutTextOf(sms, values, readAnswer(gateway.answer, exchanged, sms.id));
        case 'broken':
          return { kind: 'unknown', reason: exchanged.reason };
        case 'neverSent':
          return { kind: 'refusedForNow', reason: exchanged.reason };
        default:
          return exchanged satisfies never;
      }
    },
  };
}

function withoutTextOf(
  sms: OutgoingSms,
  { secrets }: PathValues,
  outcome: SendOutcome,
): SendOutcome {
  if (outcome.kind === 'accepted') return outcome;
  return { ...outcome, reason: redactReason(outcome.reason, sms, Object.values(secrets)) };
}

export type HttpRequest = {
  url: string;
  method: string;
  headers: Record<string, string>;
  body: string | undefined;
};

/** Omits parts with a placeholder that has no value. */
export function fillRequest(gateway: HttpGateway, fill: Fill): HttpRequest {
  const url = new URL(fill(gateway.address, encodeURIComponent) ?? gateway.address);
  for (const [name, value] of filledOf(gateway.query, fill)) url.searchParams.append(name, value);
  const headers: Record<string, string> = Object.fromEntries(filledOf(gateway.headers, fill));
  if (gateway.basic) {
    const user = fill(gateway.basic.user) ?? '';
    const password = fill(gateway.basic.password) ?? '';
    headers['authorization'] = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  }
  const { body, type } = bodyOf(gateway, fill);
  if (type !== undefined) headers['content-type'] ??= type;
  return { url: url.href, method: gateway.method, headers, body };
}

function filledOf(strings: Readonly<Record<string, string>>, fill: Fill): [string, string][] {
  return Object.entries(strings).flatMap(([name, text]): [string, string][] => {
    const value = fill(text);
    return value === undefined ? [] : [[name, value]];
  });
}

function bodyOf({ form, json, text }: HttpGateway, fill: Fill) {
  if (form) {
    const body = new URLSearchParams(filledOf(form, fill)).toString();
    return { body, type: 'application/x-www-form-urlencoded' };
  }
  if (json) return { body: JSON.stringify(filledJson(json, fill)), type: 'application/json' };
  if (text !== undefined) return { body: fill(text), type: 'text/plain; charset=utf-8' };
  return { body: undefined, type: undefined };
}

type Json = z.core.util.JSONType;

/** Values are filled in after parsing, so that a text with quotes stays one string. */
function filledJson(value: Json, fill: Fill): Json | undefined {
  if (typeof value === 'string') return fill(value);
  if (Array.isArray(value)) {
    return value.flatMap((item) => {
      const filled = filledJson(item, fill);
      return filled === undefined ? [] : [filled];
    });
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, item]): [string, Json][] => {
      const filled = filledJson(item, fill);
      return filled === undefined ? [] : [[name, filled]];
    }),
  );
}

// One request to a gateway. Unlike fetch, Node's client reports whether the connection was made.
// Before that nothing was sent, however the attempt ended. Each request has its own connection: if
// one that was kept open is closed, nobody knows whether the gateway has read the request.

export type Exchange =
  | ({ kind: 'answered' } & HttpAnswer)
  /** Sent, completely or in part. */
  | { kind: 'broken'; reason: string }
  | { kind: 'neverSent'; reason: string };

/** For name resolution, connection and TLS; a lost packet is repeated after a second. */
const connectMs = 3000;
/** Longer answers are cut: a gateway's answer about one message fits. */
const answerBytesMax = 16_384;

/** They keep no connection, and remember TLS sessions. */
const agents = { http: new HttpAgent(), https: new HttpsAgent() };

const noConnection = Object.assign(new Error('The connection was not made in time.'), {
  code: 'ETIMEDOUT',
});

/**
 * Does not follow redirects, which could lead anywhere. Never rejects.
 * @param signal aborts the exchange and its connection
 */
export function exchange(
  { url, method, headers, body }: HttpRequest,
  signal: AbortSignal,
): Promise<Exchange> {
  const { promise, resolve } = Promise.withResolvers<Exchange>();
  let isConnected = false;
  const fail = (error: unknown) =>
    resolve({ kind: isConnected ? 'broken' : 'neverSent', reason: errorCode(error) });
  const isTls = url.startsWith('https:');
  try {
    const request = (isTls ? requestHttps : requestHttp)(url, {
      method,
      signal,
      agent: isTls ? agents.https : agents.http,
      // Gateways write line ends and lengths in their own ways. No other answer follows this one.
      insecureHTTPParser: true,
      headers: { 'accept-encoding': 'identity', 'user-agent': 'inaam', ...headers },
    });
    const limit = setTimeout(() => request.destroy(noConnection), connectMs);
    request.on('socket', (socket) => {
      socket.once(isTls ? 'secureConnect' : 'connect', () => {
        isConnected = true;
        clearTimeout(limit);
      });
    });
    request.on('error', (error) => {
      clearTimeout(limit);
      fail(error);
    });
    request.on('upgrade', (response, socket) => {
      socket.destroy();
      resolve(answered(response, ''));
    });
    request.on('response', (response) => {
      // From now on an error changes nothing.
      resolve(readText(response).then((text) => answered(response, text)));
    });
    request.end(body);
  } catch (error) {
    // An invalid header.
    fail(error);
  }
  return promise;
}

const answered = ({ statusCode, headers }: IncomingMessage, text: string): Exchange => ({
  kind: 'answered',
  status: statusCode ?? 0,
  header: (name) => [headers[name.toLowerCase()] ?? []].flat().join(', ') || null,
  text,
});

/** What came of the answer: even if the gateway disconnects midway, it may be all. */
async function readText(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of response) {
      if (!Buffer.isBuffer(chunk)) continue;
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= answerBytesMax) break;
    }
  } catch {
    // The status is known all the same.
  }
  const whole = Buffer.concat(chunks).subarray(0, answerBytesMax);
  // A byte order mark counts as white space here.
  return unpacked(whole, response.headers['content-encoding'] ?? '')
    .toString('utf8')
    .trim();
}

type Unpack = (bytes: Buffer, limits: { maxOutputLength: number }) => Buffer;

const unpackers = new Map<string, Unpack>([
  ['gzip', gunzipSync],
  ['deflate', inflateSync],
  ['br', brotliDecompressSync],
  ['zstd', zstdDecompressSync],
]);

/** Some gateways compress although the request forbids it, and some without saying so. */
function unpacked(bytes: Buffer, encoding: string): Buffer {
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const unpack = unpackers.get(isGzip ? 'gzip' : encoding.trim().toLowerCase());
  try {
    return unpack?.(bytes, { maxOutputLength: answerBytesMax }) ?? bytes;
  } catch {
    return bytes;
  }
}

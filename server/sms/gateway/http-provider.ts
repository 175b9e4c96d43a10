// Sends messages to a gateway over HTTP.
import { fillerOf, type PathValues, type Fill } from '../paths/placeholders.ts';
import { type OutgoingSms, type SendOutcome, type SmsProvider, redactReason } from '../provider.ts';
import type { HttpGateway } from './gateway-schema.ts';
import { readAnswer, type HttpAnswer } from './read-answer.ts';
import type * as z from 'zod';
import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
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
// Before that nothing was sent, however the attempt ended.

export type Exchange =
  | ({ kind: 'answered' } & HttpAnswer)
  /** Sent, completely or in part. */
  | { kind: 'broken'; reason: string }
  | { kind: 'neverSent'; reason: string };

/** For name resolution, connection and TLS; a lost packet is repeated after a second. */
const connectMs = 3000;
/** Longer answers are cut: a gateway's answer about one message fits. */
const answerBytesMax = 16_384;

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
      headers: { 'accept-encoding': 'identity', 'user-agent': 'inaam', ...headers },
    });
    const limit = setTimeout(() => request.destroy(noConnection), connectMs);
    const connected = () => {
      isConnected = true;
      clearTimeout(limit);
    };
    request.on('socket', (socket) => {
      if (request.reusedSocket) connected();
      else socket.once(isTls ? 'secureConnect' : 'connect', connected);
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
      void readText(response).then((text) => resolve(answered(response, text)));
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

/** The beginning of the answer: even if the gateway disconnects midway, its status is known. */
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
    return '';
  }
  return Buffer.concat(chunks).subarray(0, answerBytesMax).toString('utf8');
}

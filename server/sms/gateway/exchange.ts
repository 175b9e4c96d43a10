// One request to a gateway. Node's own client tells what fetch does not: whether the connection was
// made. Before that nothing was sent, however the attempt ended.
import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { errorCode } from '../../platform/error-code.ts';
import type { HttpRequest } from './fill-request.ts';
import type { HttpAnswer } from './read-answer.ts';

export type Exchange =
  | ({ kind: 'answered' } & HttpAnswer)
  /** Sent, or begun to be sent. */
  | { kind: 'broken'; reason: string }
  | { kind: 'neverSent'; reason: string };

/** For the name, the connection and its TLS; a packet that is lost is repeated after a second. */
const connectMs = 3000;
/** Longer answers are cut: what a gateway says about one message fits. */
const answerBytesMax = 16_384;

const noConnection = Object.assign(new Error('The connection was not made in time.'), {
  code: 'ETIMEDOUT',
});

/**
 * Redirects are not followed: they could lead anywhere. Never rejects.
 * @param signal ends the exchange, its connection too
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
    // A header that cannot be written.
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

/** The start of the answer: a gateway that closes in its middle has still said its status. */
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

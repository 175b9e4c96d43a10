import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refuse, Refusal } from './refusal.ts';

/**
 * Answers malformed requests with the usual headers and closes the connection: nothing more is
 * accepted from a client that sends two lengths, or half a request.
 */
export function answerClientError(
  error: NodeJS.ErrnoException,
  socket: Socket,
  headers: Readonly<Record<string, string>>,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
  else {
    const all = { ...headers, 'content-length': '0', connection: 'close' };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`HTTP/1.1 ${statusOf(error.code)}\r\n${lines.join('')}\r\n`);
    socket.destroySoon();
  }
}

function statusOf(code: string | undefined): string {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return '408 Request Timeout';
  return code === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large' : '400 Bad Request';
}

/**
 * Refuses a body by its announced length before reading any of it, on every route. Also refuses a
 * request for two hosts, because a proxy may have read the other one (RFC 9112, 3.2).
 */
export function refuseEarly(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    if (hostsOf(request) > 1) throw refuse('invalidData');
    const { bodyLimit } = request.routeOptions;
    if (Number(request.headers['content-length'] ?? 0) > bodyLimit) {
      throw new Refusal(413, 'tooLarge');
    }
  });
  // Otherwise the rest of a refused body would still be received, however slowly it arrives.
  app.addHook('onSend', async (request, reply) => {
    if (reply.statusCode >= 400 && hasUnreadBody(request)) void reply.header('connection', 'close');
  });
}

/** Names and values alternate. */
const hostsOf = ({ raw }: FastifyRequest): number =>
  raw.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length;

function hasUnreadBody({ headers, raw }: FastifyRequest): boolean {
  const isAnnounced = headers['transfer-encoding'] !== undefined || !!headers['content-length'];
  return isAnnounced && !raw.complete;
}

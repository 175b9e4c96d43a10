import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

export type IsTrusted = (address: string) => boolean;

/** A UUID, or nginx's 32 hex digits. Never matches a mobile number or a user key. */
const requestIdPattern = /^(?:[0-9a-f]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** A trusted proxy's id, or a new one, so that nobody else decides what is logged. */
export function requestIdOf(
  request: Pick<IncomingMessage, 'headers'> & { socket: { remoteAddress?: string | undefined } },
  isTrusted: IsTrusted,
): string {
  const sent = request.headers['x-request-id'];
  const id = typeof sent === 'string' ? sent.toLowerCase() : '';
  const peer = request.socket.remoteAddress;
  return requestIdPattern.test(id) && peer !== undefined && isTrusted(peer) ? id : randomUUID();
}

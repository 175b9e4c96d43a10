import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { MessageId } from '@inaam/contract/message-ids.ts';
import type { Refusal } from './refusal.ts';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

declare module 'fastify' {
  // Merged into Fastify's own interface, so it must be one.
  export interface FastifyContextConfig {
    call?: string;
  }
}

/** Has no URL, because a call's URL contains a user key. */
export type AnsweredRequest = {
  requestId: string;
  /** A call, `live`, `ready`, `page`, `file`, or `none` for an unknown address. */
  call: string;
  /** 499 if the client closed the connection first. */
  status: number;
  seconds: number;
  messageId?: MessageId;
  refusal?: string;
  error?: unknown;
};

export type RequestObserver = (request: AnsweredRequest) => void;

type Failure = { refusal: Refusal | undefined; error: unknown };

const failures = new WeakMap<FastifyRequest, Failure>();

export function recordRefusal(request: FastifyRequest, refusal: Refusal, error: unknown): void {
  failures.set(request, { refusal, error: error === refusal ? undefined : error });
}

export function recordError(request: FastifyRequest, error: unknown): void {
  failures.set(request, { refusal: undefined, error });
}

export function observeRequests(app: FastifyInstance, observe: RequestObserver | undefined): void {
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('x-request-id', request.id);
  });
  if (!observe) return;
  const aborted = new WeakSet<FastifyRequest>();
  app.addHook('onRequestAbort', async (request) => {
    aborted.add(request);
  });
  app.addHook('onResponse', async (request, reply) => {
    const { refusal, error } = failures.get(request) ?? {};
    const messageId = refusal?.details.messageId;
    observe({
      requestId: request.id,
      call: callOf(request, reply),
      status: aborted.has(request) ? 499 : reply.statusCode,
      seconds: reply.elapsedTime / 1000,
      ...(messageId === undefined ? {} : { messageId }),
      ...(refusal === undefined ? {} : { refusal: refusal.sentence }),
      ...(error === undefined ? {} : { error }),
    });
  });
}

function callOf(request: FastifyRequest, reply: FastifyReply): string {
  const { call } = request.routeOptions.config;
  if (call !== undefined) return call;
  // The page has no route; the not-found handler sends it.
  if (request.is404) return reply.statusCode === 200 ? 'page' : 'none';
  return 'file';
}

export function closeConnectionsWhenStopping(
  app: FastifyInstance,
  isStopping: () => boolean,
): void {
  app.addHook('onSend', async (_request, reply) => {
    if (isStopping()) void reply.header('connection', 'close');
  });
}

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

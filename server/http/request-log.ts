// Tells of every request what it was, how it ended and how long it took: names of calls, never addresses, which hold
// user keys. Knows neither the log nor the meters: who listens comes in by the door.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { MessageId } from '@inaam/contract/message-ids.ts';
import type { Refusal } from './refusal.ts';

declare module 'fastify' {
  // Merged into Fastify's own interface, so it must be one.
  export interface FastifyContextConfig {
    /** The name under which requests of this route are logged and counted. */
    call?: string;
  }
}

export type AnsweredRequest = {
  requestId: string;
  /** A call of the contract, `live`, `ready`, `page`, `file`, or `none` for an address that is nothing. */
  call: string;
  /** 499 where the client went away before it was answered. */
  status: number;
  seconds: number;
  messageId?: MessageId;
  /** Name of the sentence of a refusal. */
  refusal?: string;
  /** What was thrown, where it was no refusal. */
  error?: unknown;
};

export type RequestObserver = (answered: AnsweredRequest) => void;

type Told = { refusal: Refusal | undefined; error: unknown };

const told = new WeakMap<FastifyRequest, Told>();

/** Notes why a request is refused, or what broke. */
export function recordRefusal(request: FastifyRequest, refusal: Refusal, error: unknown): void {
  told.set(request, { refusal, error: error === refusal ? undefined : error });
}

/** Notes what broke outside of the calls. */
export function recordError(request: FastifyRequest, error: unknown): void {
  told.set(request, { refusal: undefined, error });
}

/** Gives every answer its request's id, and tells `watch` of it when it has left. */
export function observeRequests(app: FastifyInstance, watch: RequestObserver | undefined): void {
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('x-request-id', request.id);
  });
  if (!watch) return;
  const left = new WeakSet<FastifyRequest>();
  app.addHook('onRequestAbort', async (request) => {
    left.add(request);
  });
  app.addHook('onResponse', async (request, reply) => {
    const { refusal, error } = told.get(request) ?? {};
    const messageId = refusal?.details.messageId;
    watch({
      requestId: request.id,
      call: callOf(request, reply),
      status: left.has(request) ? 499 : reply.statusCode,
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
  // The page has no route of its own: it is what answers where there is none.
  if (request.is404) return reply.statusCode === 200 ? 'page' : 'none';
  return 'file';
}

/** Tells connections that are kept alive to close, once the process is asked to stop. */
export function closeConnectionsWhenStopping(
  app: FastifyInstance,
  isStopping: () => boolean,
): void {
  app.addHook('onSend', async (_request, reply) => {
    if (isStopping()) void reply.header('connection', 'close');
  });
}

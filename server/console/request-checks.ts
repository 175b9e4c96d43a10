import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { factsOfError } from '../platform/log-line.ts';
import type { Log } from '../platform/log.ts';
import { isDatabaseUnavailable } from '../database/connection-problems.ts';
import { ConsoleRefusal } from './refusal.ts';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

const retryAfterSeconds = 2;

/** Answers every error of a call by `{code, message}`; an error's own message is never sent. */
export function answerErrors(app: FastifyInstance, log: Log): void {
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const refusal = logAndRefuse(error, request.routeOptions.config.call, log);
    if (refusal.code === 'busy') void reply.header('retry-after', String(retryAfterSeconds));
    return send(reply, refusal);
  });
  app.setNotFoundHandler((_request, reply) =>
    send(reply, new ConsoleRefusal('notFound', 'There is no such call.')),
  );
}

/** Also for an answer that has begun. */
export function logAndRefuse(error: unknown, call: string | undefined, log: Log): ConsoleRefusal {
  const refusal = refusalOf(error);
  if (refusal.code === 'fault') {
    log.error({ call, ...factsOfError(error) }, 'A call of the console failed.');
  }
  if (refusal.code === 'notAllowed') {
    log.warn({ call }, 'Somebody made a call of the console that they may not make.');
  }
  return refusal;
}

function refusalOf(error: unknown): ConsoleRefusal {
  if (error instanceof ConsoleRefusal) return error;
  if (isDatabaseUnavailable(error)) {
    return new ConsoleRefusal('busy', 'The database does not answer just now. Try again.');
  }
  const statusCode = error instanceof Error && 'statusCode' in error ? error.statusCode : 500;
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500) {
    return new ConsoleRefusal('invalid', 'The request was not understood.');
  }
  return new ConsoleRefusal(
    'fault',
    "Something went wrong, and the program's log says what. Try again.",
  );
}

const send = (reply: FastifyReply, { status, code, message }: ConsoleRefusal) =>
  reply.code(status).send({ code, message });

/**
 * Whether a page of ours made the call: another site's would have the cookie of an old browser that
 * knows no SameSite. What says neither where it comes from is not a browser that we support.
 */
export function isSameOrigin(headers: IncomingHttpHeaders, origin: string): boolean {
  const { origin: sent, 'sec-fetch-site': site } = headers;
  if (sent !== undefined && sent !== origin) return false;
  if (site !== undefined && site !== 'same-origin') return false;
  return sent !== undefined || site !== undefined;
}

const timers = new WeakMap<IncomingMessage, NodeJS.Timeout>();

/**
 * Closes the connection of who sends a body too slowly: Node has one limit for all requests, and
 * the upload of a file needs a longer one.
 */
export function endSlowBodies(app: FastifyInstance, usualMs: number): void {
  app.addHook('onRequest', async ({ raw }) => endAfter(raw, usualMs));
}

/** From now on, for who may send one: from others no body is waited for longer than usual. */
export function allowSlowBody({ raw }: FastifyRequest, ms: number): void {
  endAfter(raw, ms);
}

function endAfter(raw: IncomingMessage, ms: number): void {
  clearTimeout(timers.get(raw));
  if (raw.complete) return;
  const timer = setTimeout(() => {
    if (!raw.complete) raw.destroy();
  }, ms);
  timer.unref();
  timers.set(raw, timer);
  raw.once('close', () => clearTimeout(timer));
}

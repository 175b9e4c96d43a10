import type * as z from 'zod/mini';
import type { consoleRefusal } from '@inaam/contract/console/calls.ts';
import { InaamError } from '../platform/errors.ts';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { factsOfError } from '../platform/log-line.ts';
import type { Log } from '../platform/log.ts';
import { isDatabaseUnavailable } from '../database/connection-problems.ts';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

export type RefusalCode = z.infer<typeof consoleRefusal>['code'];

const statuses: Record<RefusalCode, number> = {
  invalid: 400,
  signedOut: 401,
  notAllowed: 403,
  notFound: 404,
  refused: 409,
  locked: 429,
  busy: 503,
  fault: 500,
};

/** Shown by the page. The sentence contains no number, name, code or token. */
export class ConsoleRefusal extends Error {
  override name = 'ConsoleRefusal';
  readonly code: RefusalCode;
  readonly status: number;
  constructor(code: RefusalCode, message: string) {
    super(message);
    this.code = code;
    this.status = statuses[code];
  }
}

/** Turns a rule's refusal into a sentence for a person, with the remedy. @throws ConsoleRefusal */
export async function toConsoleRefusal<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof InaamError) throw new ConsoleRefusal('refused', error.message);
    throw error;
  }
}

const retryAfterSeconds = 2;

/** Answers every error of a call with `{code, message}`. Never sends an error's own message. */
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

/** @public Also used once an answer has begun. */
export function logAndRefuse(error: unknown, call: string | undefined, log: Log): ConsoleRefusal {
  const refusal = refusalOf(error);
  if (refusal.code === 'fault') {
    log.error({ call, ...factsOfError(error) }, 'A call of the console failed.');
  }
  if (refusal.code === 'notAllowed') {
    log.warn({ call }, 'Rejected a console call that the account may not make.');
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
 * Whether our own page made the call. An old browser without SameSite would send the cookie with
 * another site's call too. A request without its origin does not come from a supported browser.
 */
export function isSameOrigin(headers: IncomingHttpHeaders, origin: string): boolean {
  const { origin: sent, 'sec-fetch-site': site } = headers;
  if (sent !== undefined && sent !== origin) return false;
  if (site !== undefined && site !== 'same-origin') return false;
  return sent !== undefined || site !== undefined;
}

const timers = new WeakMap<IncomingMessage, NodeJS.Timeout>();

/**
 * Closes the connection of clients that send a body too slowly. Node has one limit for all
 * requests, and uploading a file needs a longer one.
 */
export function endSlowBodies(app: FastifyInstance, usualMs: number): void {
  app.addHook('onRequest', async ({ raw }) => endAfter(raw, usualMs));
}

/** @public Called once the sender is authorized: other bodies keep the usual time limit. */
export function allowSlowBody({ raw }: Pick<FastifyRequest, 'raw'>, ms: number): void {
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

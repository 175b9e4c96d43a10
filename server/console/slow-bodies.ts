import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';

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

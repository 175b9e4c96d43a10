import type { CallName } from '@inaam/contract/calls.ts';
import type { FastifyInstance } from 'fastify';
import { unavailable } from './refusal.ts';

/** Beyond these delays of the event loop a call is refused, ms. */
export const eventLoopDelayMax = { arriving: 200, begun: 1000 } as const;

const arriving: ReadonlySet<string> = new Set<CallName>([
  'startSession',
  'recordConsent',
  'register',
]);

/**
 * Refuses calls with 503 while the process is overloaded: those of visitors who only arrive long
 * before those of shoppers who already have a code to type or a reward to win.
 * @param eventLoopDelayMs how late the event loop is
 */
export function shedLoad(app: FastifyInstance, eventLoopDelayMs: () => number): void {
  app.addHook('onRequest', async (request) => {
    const isArriving = arriving.has(request.routeOptions.config.call ?? '');
    const most = isArriving ? eventLoopDelayMax.arriving : eventLoopDelayMax.begun;
    if (eventLoopDelayMs() > most) throw unavailable();
  });
}

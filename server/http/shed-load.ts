import type { CallName } from '@inaam/contract/calls.ts';
import type { FastifyInstance } from 'fastify';
import { unavailable } from './refusal.ts';

type Stage = 'arriving' | 'entering' | 'begun';
type Limits = Readonly<Record<Stage, number>>;

/** Calls are refused beyond these delays of the event loop, ms. */
export const eventLoopDelayMax: Limits = { arriving: 200, entering: 200, begun: 1000 };
/**
 * Calls are refused when calls take longer than this, ms. Longer than a burst waits that is just
 * being served.
 */
export const callDelayMax: Limits = { arriving: 200, entering: 500, begun: 3000 };

const stages = new Map<string, Stage>([
  ['startSession', 'arriving'],
  ['recordConsent', 'entering'],
  ['register', 'entering'],
] satisfies [CallName, Stage][]);

export type Load = {
  /** How late the event loop is, ms. */
  eventLoopMs: () => number;
  /** How long calls take, ms. */
  callMs: () => number;
};

/**
 * Refuses calls with 503 while the process is overloaded. Visitors who have just arrived are
 * refused first, then those who fill in the form, and last shoppers who have a code to type or a
 * reward to win.
 */
export function shedLoad(app: FastifyInstance, load: Load): void {
  app.addHook('onRequest', async (request) => {
    const stage = stages.get(request.routeOptions.config.call ?? '') ?? 'begun';
    const isLate =
      load.eventLoopMs() > eventLoopDelayMax[stage] || load.callMs() > callDelayMax[stage];
    if (isLate) throw unavailable();
  });
}

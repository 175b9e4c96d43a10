import type { CallName } from '@inaam/contract/calls.ts';
import type { FastifyInstance } from 'fastify';
import { unavailable } from './refusal.ts';

type Stage = 'arriving' | 'entering' | 'begun';
type Limits = Readonly<Record<Stage, number>>;

/** Beyond these delays of the event loop a call is refused, ms. */
export const eventLoopDelayMax: Limits = { arriving: 200, entering: 200, begun: 1000 };
/** Beyond these times that calls take, ms: longer than a crowd that is just being served waits. */
export const callDelayMax: Limits = { arriving: 200, entering: 500, begun: 3000 };

const stages = new Map<string, Stage>([
  ['startSession', 'arriving'],
  ['recordConsent', 'entering'],
  ['register', 'entering'],
] satisfies [CallName, Stage][]);

export type Load = {
  /** How late the event loop is. */
  eventLoopMs: () => number;
  /** How long calls take. */
  callMs: () => number;
};

/**
 * Refuses calls with 503 while the process is overloaded: those of visitors who only arrive before
 * those of who fills in the form, and these long before those of shoppers who have a code to type
 * or a reward to win.
 */
export function shedLoad(app: FastifyInstance, load: Load): void {
  app.addHook('onRequest', async (request) => {
    const stage = stages.get(request.routeOptions.config.call ?? '') ?? 'begun';
    const isLate =
      load.eventLoopMs() > eventLoopDelayMax[stage] || load.callMs() > callDelayMax[stage];
    if (isLate) throw unavailable();
  });
}

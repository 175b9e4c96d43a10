import type { WorkerEvents, WorkerPool } from 'graphile-worker';

type Pool = Pick<WorkerPool, 'nudge'>;

/**
 * Bounds the share of the time in which a pool fetches jobs. A fetch passes every finished job that
 * PostgreSQL still has to keep: while a backup holds a snapshot open, all since its start. Fetching
 * for each new job would then take most of the database's processor.
 * @param restsPerFetch how many times as long as a fetch the rest after it is
 * @param restMaxMs no rest is longer
 */
export function paceFetches(events: WorkerEvents, restsPerFetch: number, restMaxMs: number) {
  let fetchedFrom: number | undefined;
  let restUntil = -Infinity;
  let held: { pool: Pool; timer: NodeJS.Timeout } | undefined;

  const fetch = (pool: Pool) => {
    held = undefined;
    fetchedFrom = performance.now();
    // Until it is known how long the fetch takes.
    restUntil = fetchedFrom + restMaxMs;
    pool.nudge(1);
  };
  const fetchAfterRest = (pool: Pool) => {
    const restMs = restUntil - performance.now();
    if (restMs <= 0) return fetch(pool);
    held = { pool, timer: setTimeout(() => fetch(pool), restMs).unref() };
  };
  events.on('localQueue:getJobs:complete', () => {
    // graphile-worker also fetches by itself, and does not report when it begins.
    if (fetchedFrom === undefined) return;
    restUntil =
      performance.now() + Math.min((performance.now() - fetchedFrom) * restsPerFetch, restMaxMs);
    fetchedFrom = undefined;
    if (!held) return;
    clearTimeout(held.timer);
    fetchAfterRest(held.pool);
  });
  return {
    /** Fetches now or, if a fetch is due to follow, with that. */
    fetchSoon: (pool: Pool) => {
      if (!held) fetchAfterRest(pool);
    },
  };
}

import type { WorkerEvents, WorkerPool } from 'graphile-worker';
import type { Connection, Database } from '../../database/database.ts';

type Workers = Pick<WorkerPool, 'nudge'>;

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
  let held: { pool: Workers; timer: NodeJS.Timeout } | undefined;

  const fetch = (pool: Workers) => {
    held = undefined;
    fetchedFrom = performance.now();
    // Until it is known how long the fetch takes.
    restUntil = fetchedFrom + restMaxMs;
    pool.nudge(1);
  };
  const fetchAfterRest = (pool: Workers) => {
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
    fetchSoon: (pool: Workers) => {
      if (!held) fetchAfterRest(pool);
    },
  };
}

// graphile-worker 0.17.3 releases its listening client twice if the connection breaks while workers
// stop; the second release throws in pg and would end the process.

type Release = (destroy?: boolean | Error) => void;
/** pg passes no `release` if no connection became free in time, contrary to its type. */
type OnConnect = (
  error: Error | undefined,
  client: Connection | undefined,
  release: Release | undefined,
) => void;

export function guardDoubleRelease(database: Database): Database {
  const connect = (onConnect?: OnConnect): Promise<Connection> | undefined => {
    if (!onConnect) return database.connect();
    const guarded: OnConnect = (error, client, release) =>
      onConnect(error, client, release && once(release));
    database.connect(guarded);
    return undefined;
  };
  return new Proxy(database, {
    get(pool, name) {
      if (name === 'connect') return connect;
      const value: unknown = Reflect.get(pool, name, pool);
      return typeof value === 'function' ? value.bind(pool) : value;
    },
  });
}

function once(release: Release): Release {
  let released = false;
  return (destroy) => {
    if (released) return;
    released = true;
    release(destroy);
  };
}

/**
 * graphile-worker 0.17.3 does not wait for the return of the jobs that no worker has started when
 * its queue is released while nothing else is under way: it throws instead. If the return fails,
 * nobody handles that, and the process would end. So something is under way until the release.
 * @param events of one pool
 */
export function watchReturnedJobs(events: WorkerEvents): void {
  events.on('localQueue:init', ({ localQueue }) => {
    const { promise: released, resolve } = Promise.withResolvers<void>();
    events.on('localQueue:setMode', ({ newMode }) => {
      if (newMode === 'RELEASED') resolve();
    });
    // Private; without it the return could not be watched at all.
    localQueue['background'](released);
  });
}

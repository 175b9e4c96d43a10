import type { WorkerEvents, WorkerPool } from 'graphile-worker';
import type { Connection, Database } from '../../database/database.ts';

type Workers = Pick<WorkerPool, 'nudge'>;

/**
 * Limits the share of time that a pool spends fetching jobs. A fetch passes every finished job that
 * PostgreSQL has to keep, for example all since the start of a running backup. Fetching for each
 * new job would take most of the database's processor time.
 * @param restsPerFetch rest after a fetch, as a multiple of its duration
 * @param restMaxMs maximum rest
 */
export function paceFetches(events: WorkerEvents, restsPerFetch: number, restMaxMs: number) {
  let fetchedFrom: number | undefined;
  let restUntil = -Infinity;
  let held: { pool: Workers; timer: NodeJS.Timeout } | undefined;

  const fetch = (pool: Workers) => {
    held = undefined;
    fetchedFrom = performance.now();
    // Assume the maximum until the duration of the fetch is known.
    restUntil = fetchedFrom + restMaxMs;
    pool.nudge(1);
  };
  const fetchAfterRest = (pool: Workers) => {
    const restMs = restUntil - performance.now();
    if (restMs <= 0) return fetch(pool);
    held = { pool, timer: setTimeout(() => fetch(pool), restMs).unref() };
  };
  events.on('localQueue:getJobs:complete', () => {
    // graphile-worker also fetches without a request, and does not report when it begins.
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
/** Contrary to its type, pg passes no `release` if no connection became free in time. */
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
 * graphile-worker 0.17.3 returns unstarted jobs when its queue is released. If nothing else is in
 * progress it does not wait for that but throws, and a failed return would end the process as an
 * unhandled rejection. This keeps one task in progress until the release.
 * @param events of one pool
 */
export function watchReturnedJobs(events: WorkerEvents): void {
  events.on('localQueue:init', ({ localQueue }) => {
    const { promise: released, resolve } = Promise.withResolvers<void>();
    events.on('localQueue:setMode', ({ newMode }) => {
      if (newMode === 'RELEASED') resolve();
    });
    // A private method, but the only way to watch the return.
    localQueue['background'](released);
  });
}

// Whether this process should be given work: the database answers in time, its schema has what this code needs, and
// nobody has asked the process to stop. Says one word, never why in detail.
import type { Database } from '../storage/database.ts';
import { schemaCheck } from '../storage/migrate.ts';
import type { Log } from './log.ts';
import { memoizeFor, withTimeout } from '../time/with-timeout.ts';

type Readiness = 'ready' | 'database' | 'schema' | 'stopping';

export type Health = {
  /** `ready`, or what is in the way. Never throws, and answers within a second or so. */
  readiness(): Promise<Readiness>;
  /** From now on: `stopping`. */
  stop(): void;
  isStopping(): boolean;
};

const lookMs = 1000;
/** However often it is asked from outside, the database is asked so often at most. */
const keptMs = 250;

/** @param aside a pool of its own, so that the look does not wait behind shoppers */
export function createHealth(aside: Database, log: Pick<Log, 'info' | 'warn'>): Health {
  let stopping = false;
  let last: Readiness = 'ready';
  const isSchemaFit = schemaCheck(aside);
  const look = memoizeFor(keptMs, async (): Promise<Readiness> => {
    const isFit = await withTimeout(lookMs, isSchemaFit(), undefined);
    const state = isFit === undefined ? 'database' : isFit ? 'ready' : 'schema';
    if (state !== last) tell(log, state);
    last = state;
    return state;
  });
  return {
    readiness: async () => (stopping ? 'stopping' : look()),
    stop: () => {
      stopping = true;
    },
    isStopping: () => stopping,
  };
}

function tell(log: Pick<Log, 'info' | 'warn'>, state: Readiness): void {
  if (state === 'ready') log.info({ state }, 'Ready again.');
  else if (state === 'schema') {
    log.warn(
      { state },
      'Not ready: the schema lacks what this version needs. Run `npm run migrate`.',
    );
  } else log.warn({ state }, 'Not ready: the database does not answer in time.');
}

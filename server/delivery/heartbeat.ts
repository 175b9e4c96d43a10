// The workers of this process say that they are alive, and see whether others still are. graphile-worker would keep
// a dead worker's jobs locked for four hours; here whoever is alive gives them back within a minute.
import { beat, releaseSilent, releaseStale, retire } from '../storage/workers.ts';
import { repeat } from './repeat.ts';
import { errorCode } from './delivery-error.ts';
import type { DeliveryDependencies, Intervals } from './context.ts';

export type Heartbeat = {
  /** A worker of this process has begun. */
  add(worker: string): Promise<void>;
  /** It has ended: what it could not finish is free at once. */
  remove(worker: string): Promise<void>;
  /** Ends the beat; the workers have been removed before. */
  stop(): Promise<void>;
};

export function startHeartbeat(
  { database, log }: Pick<DeliveryDependencies, 'database' | 'log'>,
  { beatMs, silentMs, lockMs }: Pick<Intervals, 'beatMs' | 'silentMs' | 'lockMs'>,
): Heartbeat {
  const workers = new Set<string>();
  const round = async () => {
    if (workers.size > 0) await beat(database, [...workers]);
    const released = await releaseSilent(database, silentMs);
    if (released.length > 0) {
      log.warn(
        { workers: released.length },
        'Delivery workers fell silent: their jobs have been given to those that are alive.',
      );
    }
    const stale = await releaseStale(database, lockMs);
    if (stale > 0)
      log.warn(
        { jobs: stale },
        'Jobs were locked with nobody at work on them: they are free again.',
      );
  };
  const quietly = async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      tell(error);
    }
  };
  const tell = (error: unknown) =>
    log.warn(
      { code: errorCode(error) },
      'The delivery could not say that it is alive. It tries again; if this goes on, check the database.',
    );
  const rounds = repeat(beatMs, round, tell);
  return {
    async add(worker) {
      workers.add(worker);
      await quietly(() => beat(database, [worker]));
    },
    async remove(worker) {
      workers.delete(worker);
      await quietly(() => retire(database, [worker]));
    },
    stop: () => rounds.stop(),
  };
}

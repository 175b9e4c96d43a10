// Releases the jobs of dead workers within a minute; graphile-worker alone needs four hours.
import {
  ageFromNow,
  recordHeartbeats,
  releaseJobsOfSilentWorkers,
  removeWorkers,
  releaseStaleLocks,
} from '../../messages/queue/job-queue.sql.ts';
import type { DeliveryDependencies, Intervals } from './delivery-dependencies.ts';
import { errorCode } from '../../platform/errors.ts';
import { repeat } from '../../platform/timing.ts';

export type Heartbeat = {
  add(worker: string): Promise<void>;
  remove(worker: string): Promise<void>;
  /** Call it after the workers were removed. */
  stop(): Promise<void>;
};

export function startHeartbeat(
  { database, log }: Pick<DeliveryDependencies, 'database' | 'log'>,
  { beatMs, silentMs, lockMs }: Pick<Intervals, 'beatMs' | 'silentMs' | 'lockMs'>,
): Heartbeat {
  const workers = new Set<string>();
  const onBeat = async () => {
    if (workers.size > 0) await recordHeartbeats(database, [...workers]);
    await ageFromNow(database);
    const silent = await releaseJobsOfSilentWorkers(database, silentMs);
    if (silent.length > 0) {
      log.warn(
        { workers: silent.length },
        'Delivery workers stopped responding; their jobs were given to the running ones.',
      );
    }
    const stale = await releaseStaleLocks(database, lockMs);
    if (stale > 0)
      log.warn(
        { jobs: stale },
        'Jobs were locked although no worker was processing them; they were released.',
      );
  };
  const logError = (error: unknown) =>
    log.warn(
      { code: errorCode(error) },
      'The delivery worker could not record its heartbeat. It will retry; if this continues, check the database.',
    );
  // At once: programs that end again before the first pause would otherwise release no jobs.
  const first = onBeat().catch(logError);
  const beats = repeat(beatMs, onBeat, logError);
  return {
    async add(worker) {
      workers.add(worker);
      await recordHeartbeats(database, [worker]).catch(logError);
    },
    async remove(worker) {
      workers.delete(worker);
      await removeWorkers(database, [worker]).catch(logError);
    },
    async stop() {
      await first;
      await beats.stop();
    },
  };
}

// Keeps one pool of workers running until it is stopped. The life of a pool:
//
// - Starting: `startWorkerPool` resolves once the pool has a heartbeat, before its first job.
// - Running: it fetches jobs when it is notified, and every `pollMs`. If the connection that
//   listens is lost, graphile-worker connects again; until then the pool only polls.
// - Ending: it finishes the jobs in progress and returns those not begun. `stop()` ends it, or it
//   ends by itself: if the end of a job could not be recorded, as when its connection was lost, or
//   if its first fetch failed (worker-pool.ts).
// - Ended: at the latest `endMs` after its workers have stopped (pool-end.ts). Its heartbeat is
//   removed, and what it left locked is released; if the database is away, another pool's heartbeat
//   does that later (heartbeat.ts). If nobody stopped it, a new pool is started, and tried again
//   for as long as the database is away or graphile-worker's schema does not fit.
import { setTimeout as pause } from 'node:timers/promises';
import { errorCode } from '../../platform/error-code.ts';
import { startWorkerPool, type WorkerPool, type WorkerPoolOptions } from './worker-pool.ts';

export type QueueWorker = {
  /** Resolves when the jobs in progress are done. */
  stop(): Promise<void>;
};

/** A failing start itself waits some seconds for the database. */
const restartPause = { leastMs: 250, mostMs: 1000 } as const;

/** @throws if the first start fails; only later starts are retried */
export async function startQueueWorker(options: WorkerPoolOptions): Promise<QueueWorker> {
  const stopping = new AbortController();
  let pool: WorkerPool | undefined = await startWorkerPool(options);
  const keepRunning = async () => {
    while (pool) {
      await pool.ended;
      pool = stopping.signal.aborted ? undefined : await restart(options, stopping.signal);
    }
  };
  const ended = keepRunning();
  return {
    async stop() {
      stopping.abort();
      await pool?.stop();
      await ended;
    },
  };
}

async function restart(
  options: WorkerPoolOptions,
  signal: AbortSignal,
): Promise<WorkerPool | undefined> {
  const { log, task } = options;
  log.warn({ task }, 'The delivery workers stopped and will be restarted.');
  let pauseMs: number = restartPause.leastMs;
  for (;;) {
    await pause(pauseMs, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return undefined;
    const pool = await startWorkerPool(options).catch((error: unknown) => {
      log.error(
        { task, code: errorCode(error) },
        'The delivery workers could not start and will retry. Check the database and its schema.',
      );
    });
    // The start was aborted, and only this function knows the new pool.
    if (signal.aborted) await pool?.stop();
    if (pool) return pool;
    pauseMs = Math.min(pauseMs * 2, restartPause.mostMs);
  }
}

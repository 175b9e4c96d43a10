// Restarts a worker pool that ends by itself: after a long database outage, or after a change of
// graphile-worker's schema.
import { setTimeout as pause } from 'node:timers/promises';
import { errorCode } from '../../errors/error-code.ts';
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

// Keeps the workers of one job queue running. They go through four states:
//
//   starting     graphile-worker starts a pool of workers; the very first failure is thrown to the caller
//   running      the pool does jobs until it ends by itself, which it does when the database was away for too long
//                or its schema changes
//   restarting   a new pool is started after a pause, which doubles with each failure
//   stopping     no new jobs; the jobs under way are finished, and nothing is started any more
//
// starting → running → restarting → running → … and from each of them to stopping.
import { setTimeout as pause } from 'node:timers/promises';
import { errorCode } from './delivery-error.ts';
import { startWorkerPool, type WorkerPool, type WorkerPoolOptions } from './worker-pool.ts';

export type QueueWorker = {
  /** Takes no more jobs; resolves when those under way are done. */
  stop(): Promise<void>;
};

const restartPause = { leastMs: 500, mostMs: 15_000 } as const;

/** @throws where the first start fails; later ones are repeated until they succeed */
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

/** @returns the new pool, or undefined where `signal` was aborted before there was one */
async function restart(
  options: WorkerPoolOptions,
  signal: AbortSignal,
): Promise<WorkerPool | undefined> {
  const { log, task } = options;
  log.warn({ task }, 'The delivery workers ended; they start again.');
  let pauseMs: number = restartPause.leastMs;
  for (;;) {
    await pause(pauseMs, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return undefined;
    const pool = await startWorkerPool(options).catch((error: unknown) => {
      log.error(
        { task, code: errorCode(error) },
        'The delivery workers could not start. They try again; check the database and its schema.',
      );
    });
    // Stopped while it was starting: nobody else can stop this pool.
    if (signal.aborted) await pool?.stop();
    if (pool) return pool;
    pauseMs = Math.min(pauseMs * 2, restartPause.mostMs);
  }
}

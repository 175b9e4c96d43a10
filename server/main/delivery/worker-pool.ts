import { EventEmitter } from 'node:events';
import { Logger, run, type JobHelpers, type Runner, type WorkerEvents } from 'graphile-worker';
import { DeliveryError, PutOffError } from '../../messages/send-sms.job.ts';
import { errorCode } from '../../platform/errors.ts';
import { putOffJobs } from '../../messages/queue/job-queue.sql.ts';
import type { DeliveryDependencies, Intervals, JobOutcome } from './delivery-dependencies.ts';
import { guardDoubleRelease, paceFetches, watchReturnedJobs } from './fetch-guards.ts';
import type { Heartbeat } from './heartbeat.ts';
import { setTimeout as pause } from 'node:timers/promises';

export type WorkerPoolOptions = Pick<DeliveryDependencies, 'database' | 'log'> & {
  intervals: Pick<Intervals, 'pollMs' | 'waitMs' | 'completeMs' | 'endMs'>;
  task: string;
  campaign: string;
  work: (messageId: string) => Promise<JobOutcome>;
  onDone?: (outcome: JobOutcome, seconds: number) => void;
  concurrency: number;
  /** Rest between fetches, as a multiple of a fetch's duration. */
  restsPerFetch: number;
  heartbeat: Heartbeat;
};

type WorkerPool = {
  stop(): Promise<void>;
  /** Never rejects. */
  ended: Promise<void>;
};

async function startWorkerPool(options: WorkerPoolOptions): Promise<WorkerPool> {
  const { database, log, concurrency, heartbeat } = options;
  const { pollMs, waitMs, completeMs, endMs } = options.intervals;
  // Campaigns may share a database, and another campaign's job would look unknown and be ended.
  const task = `${options.task}:${options.campaign}`;
  const started = Promise.withResolvers<string>();
  let added: Promise<void> | undefined;
  const events: WorkerEvents = new EventEmitter();
  fetchWhenNotified(events, task, paceFetches(events, options.restsPerFetch, pollMs));
  watchReturnedJobs(events);
  const end = poolEnd(events, endMs);
  const firstFetch = watchFirstFetch(events);
  const runner = await run({
    pgPool: guardDoubleRelease(database),
    concurrency,
    pollInterval: pollMs,
    noHandleSignals: true,
    taskList: { [task]: taskOf(options) },
    parsedCronItems: [],
    logger: loggerOf(log, firstFetch.hasFailed),
    events,
    preset: {
      worker: {
        // Jobs are locked in batches, and returned if no worker takes them in time.
        localQueue: { size: concurrency, ttl: waitMs },
        // Without this, graphile-worker does not await the statement that completes a job, and a
        // lost connection would crash the process. With it, the pool ends and is restarted.
        completeJobBatchDelay: completeMs,
        failJobBatchDelay: completeMs,
      },
      plugins: [
        {
          name: 'InaamHeartbeatPlugin',
          version: '1.0.0',
          worker: {
            hooks: {
              // Before the first job, because a lock whose worker has no heartbeat looks abandoned.
              async startWorker(_context, { worker }) {
                added ??= heartbeat.add(worker.workerPool.id);
                await added;
                started.resolve(worker.workerPool.id);
              },
            },
          },
        },
      ],
    },
  });
  const id = await idOfStarted(runner, started.promise);
  // It rejects if the pool has just ended.
  const stop = () => end.stop(runner);
  void firstFetch.failed.then(stop);
  return { stop, ended: end.ended(runner).then(() => heartbeat.remove(id)) };
}

/**
 * Replaces graphile-worker's reaction to notifications. Each names the task that has a new job
 * (enqueueOwed); for other tasks, fetching would find nothing.
 */
function fetchWhenNotified(
  events: WorkerEvents,
  task: string,
  { fetchSoon }: ReturnType<typeof paceFetches>,
): void {
  events.on('pool:listen:notification', ({ message, workerPool }) => {
    if (message.channel !== 'jobs:insert') return;
    if (message.payload?.includes(JSON.stringify(task))) fetchSoon(workerPool);
    message.payload = '{"count":0}';
  });
}

/**
 * graphile-worker 0.17.3 reads the ids of its tasks once, and caches a failure: the pool would
 * never find a job again. It must end, and is restarted.
 */
function watchFirstFetch(events: WorkerEvents) {
  const { promise: failed, resolve } = Promise.withResolvers<void>();
  let hasFetched = false;
  events.on('localQueue:getJobs:complete', () => {
    hasFetched = true;
  });
  return {
    failed,
    hasFailed: () => {
      if (!hasFetched) resolve();
    },
  };
}

async function idOfStarted(runner: Runner, started: Promise<string>): Promise<string> {
  const id = await Promise.race([started, runner.promise]);
  if (id === undefined) throw new DeliveryError('The pool of workers ended before it started.');
  return id;
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function messageIdOf(payload: unknown): string | undefined {
  if (typeof payload !== 'object' || payload === null || !('id' in payload)) return undefined;
  return typeof payload.id === 'string' && uuid.test(payload.id) ? payload.id : undefined;
}

/** graphile-worker stores what a task throws, so a task throws only a DeliveryError. */
function taskOf({
  work,
  log,
  onDone,
  database,
}: Pick<WorkerPoolOptions, 'work' | 'log' | 'onDone' | 'database'>) {
  const putOff = putOffJobs(database);
  const attempt = async (id: string, job: string): Promise<JobOutcome> => {
    try {
      return await work(id);
    } catch (error) {
      if (error instanceof PutOffError) await putOff.one({ job, waitMs: error.waitMs });
      throw error;
    }
  };
  return async (payload: unknown, { job }: JobHelpers): Promise<void> => {
    const id = messageIdOf(payload);
    if (id === undefined) throw new DeliveryError("The job's payload is not an id.");
    const from = performance.now();
    const done = (outcome: JobOutcome) => onDone?.(outcome, (performance.now() - from) / 1000);
    try {
      done(await attempt(id, job.id));
    } catch (error) {
      done(error instanceof PutOffError ? 'later' : 'again');
      if (error instanceof DeliveryError) throw error;
      const code = errorCode(error);
      log.error({ message: id, code }, 'A message could not be sent and will be retried.');
      throw new DeliveryError(`The message could not be sent: ${code}.`);
    }
  };
}

const fetchError = 'Error occurred fetching jobs';

/** Failed jobs are logged where they fail, and not here. */
function loggerOf(log: DeliveryDependencies['log'], onFetchError: () => void): Logger {
  return new Logger(() => (level, message, meta) => {
    // There is no event for it.
    if (message.startsWith(fetchError)) onFetchError();
    const isWrong = ['error', 'warning'].includes(level);
    // It warns that there are more workers than connections, but workers wait for the provider.
    const isAboutPoolSize = meta?.['concurrency'] !== undefined;
    if (meta?.['failure'] === true || isAboutPoolSize || !isWrong) return;
    // Cut at the first quotation mark, because an error message or a value may follow.
    const [sentence = ''] = message.split(/[\n:'"`(<]/);
    log.warn({ from: 'graphile-worker' }, sentence);
  });
}

/**
 * How many messages may wait for the provider at once. If it answers within 150 ms, that is over
 * 1,000 codes and 300 vouchers a second. Waiting messages need no database connection.
 */
export const concurrency = { otp: 256, voucher: 64 };

export type Concurrency = typeof concurrency;

type Stoppable = Pick<Runner, 'promise' | 'stop'>;

/**
 * Detects the end of a pool. graphile-worker 0.17.3 miscounts the statements that complete jobs if
 * some of them fail. After stopping its workers it may then wait forever for a statement that has
 * ended, and nothing would be sent any more. So the pool is abandoned after a time limit.
 * @param events of one pool
 * @param limitMs longer than a statement can take
 */
export function poolEnd(events: WorkerEvents, limitMs: number) {
  const { promise: isGivenUp, resolve } = Promise.withResolvers<void>();
  let timer: NodeJS.Timeout | undefined;
  const giveUpSoon = () => {
    timer ??= setTimeout(resolve, limitMs);
  };
  events.on('pool:gracefulShutdown:complete', giveUpSoon);
  events.on('pool:forcefulShutdown:complete', giveUpSoon);
  events.on('pool:forcefulShutdown:error', giveUpSoon);
  const settle = (ended: Promise<void>) => Promise.race([ended.catch(() => undefined), isGivenUp]);
  return {
    /** Neither rejects. */
    ended: async (runner: Stoppable) => {
      await settle(runner.promise);
      // Otherwise the timer would delay the end of the process.
      clearTimeout(timer);
    },
    stop: (runner: Stoppable) => settle(runner.stop()),
  };
}

// Keeps one pool of workers running until it is stopped. The life of a pool:
//
// - Starting: `startWorkerPool` resolves once the pool has a heartbeat, before its first job.
// - Running: it fetches jobs when it is notified, and every `pollMs`. If the connection that
//   listens is lost, graphile-worker connects again; until then the pool only polls.
// - Ending: it finishes the jobs in progress and returns those not begun. `stop()` ends it, or it
//   ends on its own: if a job's end could not be recorded, as when its connection was lost, or
//   if its first fetch failed (worker-pool.ts).
// - Ended: at the latest `endMs` after its workers have stopped (pool-end.ts). Its heartbeat is
//   removed, and what it left locked is released; if the database is away, another pool's heartbeat
//   does that later (heartbeat.ts). If nobody stopped it, a new pool is started, and tried again
//   for as long as the database is away or graphile-worker's schema does not fit.

export type QueueWorker = {
  /** Resolves when the jobs in progress are done. */
  stop(): Promise<void>;
};

/** A failing start itself waits some seconds for the database. */
const restartPause = { minMs: 250, maxMs: 1000 } as const;

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
  let pauseMs: number = restartPause.minMs;
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
    pauseMs = Math.min(pauseMs * 2, restartPause.maxMs);
  }
}

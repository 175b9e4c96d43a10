// One run of graphile-worker for one job queue, registered with the heartbeat from before its first
// job to its end.
import { Logger, run, type Runner } from 'graphile-worker';
import { DeliveryError, errorCode } from './delivery-error.ts';
import type { DeliveryDependencies, Intervals, JobOutcome } from './context.ts';
import { guardDoubleRelease } from './double-release-guard.ts';
import type { Heartbeat } from './heartbeat.ts';

export type WorkerPoolOptions = Pick<DeliveryDependencies, 'database' | 'log'> &
  Pick<Intervals, 'pollMs'> & {
    /** The job's name. */
    task: string;
    /** Id of the campaign whose jobs these are. */
    campaign: string;
    /** Does the job of one message. */
    work: (messageId: string) => Promise<JobOutcome>;
    /** Called after each job, with the seconds it took. */
    onDone?: (outcome: JobOutcome, seconds: number) => void;
    concurrency: number;
    heartbeat: Heartbeat;
  };

export type WorkerPool = {
  /** Takes no more jobs; resolves when those under way are done and no connection is in use. */
  stop(): Promise<void>;
  /** Resolves when the pool has ended, by `stop` or by itself. Never rejects. */
  ended: Promise<void>;
};

export async function startWorkerPool(options: WorkerPoolOptions): Promise<WorkerPool> {
  const { database, log, pollMs, task, campaign, concurrency, heartbeat } = options;
  const started = Promise.withResolvers<string>();
  let added: Promise<void> | undefined;
  const runner = await run({
    pgPool: guardDoubleRelease(database),
    concurrency,
    pollInterval: pollMs,
    noHandleSignals: true,
    // Campaigns may share a database: a worker that took another's job would find nothing to send,
    // and end it.
    taskList: { [`${task}:${campaign}`]: taskOf(options) },
    parsedCronItems: [],
    logger: loggerOf(log),
    preset: {
      // Without a delay graphile-worker does not await the statement that ends a job: if the
      // database went away just then, the unhandled rejection would end the process. With one it
      // tries again.
      worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 },
      plugins: [
        {
          name: 'InaamHeartbeatPlugin',
          version: '1.0.0',
          worker: {
            hooks: {
              // Before the first job: a lock whose worker has no heartbeat would look abandoned.
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
  return {
    // `stop` rejects where the pool has just ended by itself.
    stop: () => runner.stop().catch(() => undefined),
    ended: runner.promise.catch(() => undefined).then(() => heartbeat.remove(id)),
  };
}

/** @throws where the pool ended before one of its workers started */
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

/** The task as graphile-worker calls it. It throws nothing but a DeliveryError. */
function taskOf({ work, log, onDone }: Pick<WorkerPoolOptions, 'work' | 'log' | 'onDone'>) {
  return async (payload: unknown): Promise<void> => {
    const id = messageIdOf(payload);
    if (id === undefined) throw new DeliveryError('The payload of the job is not an id.');
    const from = performance.now();
    const done = (outcome: JobOutcome) => onDone?.(outcome, (performance.now() - from) / 1000);
    try {
      done(await work(id));
    } catch (error) {
      done('again');
      if (error instanceof DeliveryError) throw error;
      const code = errorCode(error);
      log.error({ message: id, code }, 'A message could not be sent; it is tried again.');
      throw new DeliveryError(`The message could not be sent: ${code}.`);
    }
  };
}

/**
 * Logs graphile-worker's warnings and errors, except for failed jobs, which are logged where they
 * fail.
 */
function loggerOf(log: DeliveryDependencies['log']): Logger {
  return new Logger(() => (level, message, meta) => {
    const isWrong = ['error', 'warning'].includes(level);
    if (meta?.['failure'] === true || !isWrong) return;
    // Up to the first quotation: what follows may be the message of an error, or a value.
    const [sentence = ''] = message.split(/[\n:'"`(<]/);
    log.warn({ from: 'graphile-worker' }, sentence);
  });
}

// One kind of job and the workers that do it, kept running: graphile-worker stops its pool where the database was
// away for too long, and then it is started again.
import { setTimeout as pause } from 'node:timers/promises';
import { Logger, run, type Runner } from 'graphile-worker';
import { DeliveryError, errorCode } from './delivery-error.ts';
import type { Heartbeat } from './heartbeat.ts';
import { guardDoubleRelease } from './double-release-guard.ts';
import type { DeliveryDependencies, Intervals, JobOutcome } from './context.ts';

export type QueueWorkerOptions = Pick<DeliveryDependencies, 'database' | 'log'> &
  Pick<Intervals, 'pollMs'> & {
    /** The job's name. */
    task: string;
    /** Id of the campaign whose jobs these are. */
    campaign: string;
    /** Does the job of one message. */
    work: (messageId: string) => Promise<JobOutcome>;
    /** Told of each job done, with the seconds it took. */
    onDone?: (outcome: JobOutcome, seconds: number) => void;
    concurrency: number;
    heartbeat: Heartbeat;
  };

export type QueueWorker = {
  /** Takes no more jobs, and comes back when those under way are done. */
  stop(): Promise<void>;
};

type Running = { runner: Runner; worker: string };

const restart = { leastMs: 500, mostMs: 15_000 } as const;

/** @throws where the first start fails; later ones are tried until they work */
export async function startQueueWorker(options: QueueWorkerOptions): Promise<QueueWorker> {
  const stopping = new AbortController();
  let current: Running | undefined = await begin(options);
  const ended = (async () => {
    let waitMs: number = restart.leastMs;
    while (!stopping.signal.aborted) {
      if (current) {
        const { runner, worker } = current;
        await runner.promise.catch(() => undefined);
        current = undefined;
        await options.heartbeat.remove(worker);
        if (stopping.signal.aborted) return;
        options.log.warn({ task: options.task }, 'The delivery workers ended; they start again.');
      }
      await pause(waitMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return;
      current = await begin(options).catch((error: unknown) => tellAway(options, error));
      waitMs = current ? restart.leastMs : Math.min(waitMs * 2, restart.mostMs);
      // Stopped while it was starting: nobody else has this one in hand.
      if (stopping.signal.aborted) await current?.runner.stop();
    }
    if (current) await options.heartbeat.remove(current.worker);
  })();
  return {
    async stop() {
      if (!stopping.signal.aborted) {
        stopping.abort();
        // Rejects where the pool has just ended by itself.
        await current?.runner.stop().catch(() => undefined);
      }
      await ended;
    },
  };
}

function tellAway({ log, task }: QueueWorkerOptions, error: unknown): undefined {
  log.error(
    { task, code: errorCode(error) },
    'The delivery workers could not start. They try again; check the database and its schema.',
  );
  return undefined;
}

async function begin(options: QueueWorkerOptions): Promise<Running> {
  const { database, log, pollMs, task, campaign, concurrency, heartbeat } = options;
  const started = Promise.withResolvers<string>();
  let added: Promise<void> | undefined;
  const runner = await run({
    pgPool: guardDoubleRelease(database),
    concurrency,
    pollInterval: pollMs,
    noHandleSignals: true,
    // Campaigns may share a database: a worker that took another's job would find nothing to send, and end it.
    taskList: { [`${task}:${campaign}`]: jobOf(options) },
    parsedCronItems: [],
    logger: loggerOf(log),
    preset: {
      // Without a delay graphile-worker does not wait for the statement that ends a job: were the database away just
      // then, the rejection would end the process. With one it tries again.
      worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 },
      plugins: [
        {
          name: 'InaamHeartbeatPlugin',
          version: '1.0.0',
          worker: {
            hooks: {
              // Before the first job: nobody ever sees a lock of a worker that has not beaten.
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
  return { runner, worker: await started.promise };
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function idOf(payload: unknown): string | undefined {
  if (typeof payload !== 'object' || payload === null || !('id' in payload)) return undefined;
  return typeof payload.id === 'string' && uuid.test(payload.id) ? payload.id : undefined;
}

/** A job as graphile-worker calls it. Nothing but a DeliveryFault leaves it. */
function jobOf({ work, log, onDone }: Pick<QueueWorkerOptions, 'work' | 'log' | 'onDone'>) {
  return async (payload: unknown): Promise<void> => {
    const id = idOf(payload);
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

/** graphile-worker's own words, where they say that something is wrong; a job that failed has been told already. */
function loggerOf(log: DeliveryDependencies['log']): Logger {
  return new Logger(() => (level, message, meta) => {
    const isWrong = ['error', 'warning'].includes(level);
    if (meta?.['failure'] === true || !isWrong) return;
    // Up to where it begins to quote: what follows is the message of an error, or a value.
    const [sentence = ''] = message.split(/[\n:'"`(<]/);
    log.warn({ from: 'graphile-worker' }, sentence);
  });
}

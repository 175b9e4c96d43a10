// One kind of job and the workers that do it, kept running: graphile-worker stops its pool where the database was
// away for too long, and then it is started again.
import { EventEmitter } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Logger, run, type Runner, type WorkerEvents } from 'graphile-worker';
import * as z from 'zod';
import { DeliveryFault, wordOf } from './fault.ts';
import type { Heartbeat } from './heartbeat.ts';
import type { DeliveryDoor, Intervals } from './tools.ts';

export type LaneOptions = Pick<DeliveryDoor, 'database' | 'log'> &
  Pick<Intervals, 'pollMs'> & {
    /** The job's name. */
    task: string;
    /** Does the job of one message. */
    work: (messageId: string) => Promise<void>;
    concurrency: number;
    heartbeat: Heartbeat;
  };

export type Lane = {
  /** Takes no more jobs, and comes back when those under way are done. */
  stop(): Promise<void>;
};

type Running = { runner: Runner; worker: string };

const restart = { leastMs: 500, mostMs: 15_000 } as const;

/** @throws where the first start fails; later ones are tried until they work */
export async function startLane(options: LaneOptions): Promise<Lane> {
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
      current = await begin(options).catch(() => undefined);
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

async function begin(options: LaneOptions): Promise<Running> {
  const { database, log, pollMs, task, work, concurrency, heartbeat } = options;
  const events: WorkerEvents = new EventEmitter();
  let worker = '';
  events.on('pool:create', ({ workerPool }) => {
    worker = workerPool.id;
  });
  const runner = await run({
    pgPool: database,
    concurrency,
    pollInterval: pollMs,
    noHandleSignals: true,
    taskList: { [task]: jobOf(work, log) },
    parsedCronItems: [],
    events,
    logger: loggerOf(log),
    // Without a delay graphile-worker does not wait for the statement that ends a job: were the database away just
    // then, the rejection would end the process. With one it tries again.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  });
  await heartbeat.add(worker);
  return { runner, worker };
}

const payloadSchema = z.object({ id: z.uuid() });

/** A job as graphile-worker calls it. Nothing but a DeliveryFault leaves it. */
function jobOf(work: LaneOptions['work'], log: DeliveryDoor['log']) {
  return async (payload: unknown): Promise<void> => {
    const parsed = payloadSchema.safeParse(payload);
    if (!parsed.success) throw new DeliveryFault('The payload of the job is not an id.');
    try {
      await work(parsed.data.id);
    } catch (error) {
      if (error instanceof DeliveryFault) throw error;
      const code = wordOf(error);
      log.error(
        { message: parsed.data.id, code },
        'A message could not be sent; it is tried again.',
      );
      throw new DeliveryFault(`The message could not be sent: ${code}.`);
    }
  };
}

/** graphile-worker's own words, where they say that something is wrong; a job that failed has been told already. */
function loggerOf(log: DeliveryDoor['log']): Logger {
  return new Logger(() => (level, message, meta) => {
    const isWrong = ['error', 'warning'].includes(level);
    if (meta?.['failure'] === true || !isWrong) return;
    const [sentence = ''] = message.split('\n');
    log.warn({ from: 'graphile-worker' }, sentence);
  });
}

// Message states:
//   code      owed → sent | failed | lapsed (expired, used, replaced or wiped)
//   voucher   owed → assigned → sent | failed (winner erased, or refused permanently)
//   both      owed | assigned → failed, after a few attempts without a clear answer
//   both      sent → delivered | failed, by the provider's receipt; `delivered` is final, and may
//             follow `failed`, or an attempt with an unknown outcome
//   voucher   sent | failed → assigned | owed, to be sent again; sent | failed → settled, by hand
// A reward is a debt: without stock its message stays `owed`, and is tried again. Each update is
// conditional on the old state, so a message may be tried twice: a worker that dies before it
// records the provider's answer causes a second SMS with the same id and text (reliability I6, F4).
import { setTimeout as pause } from 'node:timers/promises';
import { serverPlugins } from '@inaam/plugins/server.ts';
import { applyReceiptsEvery } from '../../messages/receipts.job.ts';
import { createCleanup } from './cleanup.job.ts';
import { errorCode } from '../../platform/errors.ts';
import { keepRollups } from '../../figures/keep-rollups.job.ts';
import { createDeliveryContext, type DeliveryContext } from './delivery-context.ts';
import {
  intervals,
  type DeliveryDependencies,
  type Intervals,
  type MessageOutcome,
} from '../../messages/delivery-dependencies.ts';
import type { Variables } from '../../operator/settings/read-settings.ts';
import { repeat } from '../../platform/timing.ts';
import { concurrency, type Concurrency } from '../../messages/delivery-limits.rules.ts';
import type { SmsKind } from '@inaam/campaigns/sms/sms-template.ts';
import { DeliveryError, PutOffError } from '../../messages/send-sms.job.ts';
import { sendOtp } from '../../messages/send-otp.job.ts';
import { listenForDue, restsFromStart, type Leased } from '../../messages/outbox.sql.ts';
import { startWorker, type Worker } from '../../messages/worker.ts';
import { sendVoucher } from '../../vouchers/send-voucher.job.ts';

export type DeliveryOptions = DeliveryDependencies & {
  /** Settings, for paths of plugins. Omitted: they have none. */
  variables?: Variables;
  concurrency?: Partial<Concurrency>;
  intervals?: Partial<Intervals>;
};

export type Delivery = {
  /** Finishes the messages in progress. The database pool stays open. */
  stop(): Promise<void>;
};

type Watched = Pick<DeliveryDependencies, 'database' | 'campaign' | 'clocks' | 'keys' | 'log'>;

export const watchVouchers = (own: Watched) =>
  Promise.all(
    serverPlugins.flatMap((plugin) => (plugin.watchVouchers ? [plugin.watchVouchers(own)] : [])),
  );

/**
 * Uses one connection permanently, and others only while a statement runs: about one per kind of
 * statement, because the statements of many messages are batched.
 * @throws if the database is unavailable at the start; later outages are waited out
 */
export async function startDelivery(given: DeliveryOptions): Promise<Delivery> {
  const paths = serverPlugins.reduce((all, one) => one.pathsOf?.(given, all) ?? all, given.paths);
  const options = { ...given, paths };
  const { log } = options;
  const times = { ...intervals, ...options.intervals };
  const warn = (sentence: string) => (error: unknown) =>
    log.warn({ code: errorCode(error) }, sentence);
  // Before the first voucher, which one of them may hold.
  const watches = await watchVouchers(options);
  const context = createDeliveryContext({ ...options, watches }, times);
  const cleanUp = createCleanup(options);
  const cleanups = repeat(times.cleanupMs, cleanUp, () => undefined);
  const receipts = applyReceiptsEvery(options, times.receiptMs);
  const rollups = repeat(
    times.rollupMs,
    keepRollups(options),
    warn(
      "The console's figures could not be brought up to date; they will be in a moment. If this continues, check the database.",
    ),
  );
  const limits = { ...concurrency, ...options.concurrency };
  const senders = startSenders(context, options, limits, times.pollMs);
  await cleanUp();
  return {
    async stop() {
      await Promise.all([cleanups.stop(), rollups.stop(), receipts.stop(), senders.stop()]);
      context.stopping.abort();
      await Promise.all(watches.map((watch) => watch.stop()));
    },
  };
}

// Sends the messages that are due: one worker for codes and one for vouchers, so that a code never
// waits for a voucher.

const reconnectMs = 1000;
const pollMinMs = 20;

function startSenders(
  context: DeliveryContext,
  { database, campaign, log, onJob }: DeliveryDependencies,
  limits: Concurrency,
  pollMs: number,
): { stop(): Promise<void> } {
  const { storage } = context;
  const onError = (error: unknown) =>
    log.warn(
      { code: errorCode(error) },
      'Messages could not be read and will be in a moment. If this continues, check the database and its schema.',
    );
  const sending = new Set<string>();
  const start = <Item extends Leased>(
    kind: SmsKind,
    take: (max: number) => Promise<Item[]>,
    send: (context: DeliveryContext, item: Item) => Promise<MessageOutcome>,
    restsPerLook: number,
  ) =>
    startWorker<Item>({
      take,
      async work(item) {
        // Its first lease was forgotten: it waits until this one ends.
        if (sending.has(item.id)) return;
        sending.add(item.id);
        const from = performance.now();
        const outcome = await send(context, item).catch((error: unknown) =>
          putBack(context, item, error),
        );
        sending.delete(item.id);
        onJob?.({ kind, outcome, seconds: (performance.now() - from) / 1000 });
      },
      capacity: limits[kind],
      restMs: pollMs,
      restsPerLook,
      onError,
    });
  const workers: Record<SmsKind, Worker> = {
    otp: start('otp', storage.leaseCodes, sendOtp, 3),
    // Nobody waits for a voucher as for a code.
    voucher: start('voucher', storage.takeVouchers, sendVoucher, 9),
  };
  const all = Object.values(workers);
  const stopping = new AbortController();
  const { signal } = stopping;
  const events = {
    // What was owed while nothing listened.
    onListening: () => all.forEach((worker) => worker.wake()),
    onDue: (kind: SmsKind) => workers[kind].wake(),
    signal,
  };
  const listen = async () => {
    while (!signal.aborted) {
      await listenForDue(database, campaign.id, events).catch(onError);
      await pause(reconnectMs, undefined, { signal }).catch(() => undefined);
    }
  };
  const listening = listen();
  const polling = pollDue(context, workers, { pollMs, signal, onError });
  return {
    async stop() {
      stopping.abort();
      await Promise.all([listening, polling, ...all.map((worker) => worker.stop())]);
    },
  };
}

type Polling = { pollMs: number; signal: AbortSignal; onError: (error: unknown) => void };

/** Wakes the workers of what is due, until it is aborted. */
async function pollDue(
  { storage }: DeliveryContext,
  workers: Record<SmsKind, Worker>,
  { pollMs, signal, onError }: Polling,
): Promise<void> {
  /** @returns when to look again, ms */
  const look = async () => {
    const from = performance.now();
    const due = await storage.firstDue();
    for (const { kind, ms } of due) if (ms <= 0) workers[kind].wake();
    const next = due.map(({ ms }) => ms).filter((ms) => ms > 0);
    const restMs = Math.max(pollMinMs, (performance.now() - from) * restsFromStart);
    return Math.max(restMs, Math.min(pollMs, ...next));
  };
  while (!signal.aborted) {
    const nextMs = await look().catch((error: unknown) => {
      onError(error);
      return pollMs;
    });
    await pause(nextMs, undefined, { signal }).catch(() => undefined);
  }
}

/** If this fails, the message is tried again when its lease ends. */
async function putBack(
  { storage, log }: DeliveryContext,
  { id, attempts }: Leased,
  error: unknown,
): Promise<MessageOutcome> {
  const waitMs = error instanceof PutOffError ? error.waitMs : undefined;
  const logError = (cause: unknown) =>
    log.error(
      { message: id, code: errorCode(cause) },
      'A message could not be sent and will be retried.',
    );
  if (!(error instanceof DeliveryError)) logError(error);
  await storage.putBack.one({ id, attempts, waitMs }).catch(logError);
  return waitMs === undefined ? 'again' : 'later';
}

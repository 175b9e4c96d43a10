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
import { applyReceiptsEvery } from '../../messages/receipts.job.ts';
import { createCleanup } from './cleanup.job.ts';
import { errorCode } from '../../platform/errors.ts';
import { keepRollups } from '../../figures/keep-rollups.job.ts';
import { createDeliveryContext } from './delivery-context.ts';
import {
  intervals,
  type DeliveryDependencies,
  type Intervals,
} from '../../messages/delivery-dependencies.ts';
import { repeat } from '../../platform/timing.ts';
import { concurrency, type Concurrency } from '../../messages/delivery-limits.rules.ts';
import { startSenders } from './senders.ts';

export type DeliveryOptions = DeliveryDependencies & {
  concurrency?: Partial<Concurrency>;
  intervals?: Partial<Intervals>;
};

export type Delivery = {
  /** Finishes the messages in progress. The database pool stays open. */
  stop(): Promise<void>;
};

/**
 * Uses one connection permanently, and others only while a statement runs: about one per kind of
 * statement, because the statements of many messages are batched.
 * @throws if the database is unavailable at the start; later outages are waited out
 */
export async function startDelivery(options: DeliveryOptions): Promise<Delivery> {
  const { log } = options;
  const times = { ...intervals, ...options.intervals };
  const warn = (sentence: string) => (error: unknown) =>
    log.warn({ code: errorCode(error) }, sentence);
  const context = createDeliveryContext(options, times);
  // Before the first voucher, which a rule may hold.
  await context.review.measurePostponed();
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
  const reviews = repeat(
    times.reviewMs,
    context.review.measurePostponed,
    warn(
      'Winners could not be measured for the review; they will be in a moment. If this continues, check the database.',
    ),
  );
  const limits = { ...concurrency, ...options.concurrency };
  const senders = startSenders(context, options, limits, times.pollMs);
  await cleanUp();
  return {
    async stop() {
      await Promise.all([
        cleanups.stop(),
        rollups.stop(),
        reviews.stop(),
        receipts.stop(),
        senders.stop(),
      ]);
      context.stopping.abort();
      await context.review.measurePostponed().catch(() => undefined);
    },
  };
}

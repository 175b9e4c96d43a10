// Delivers one-time codes and vouchers as SMS. A message and its job are written in the transaction
// that causes them; from there:
//
//   code      owed → sent                  the provider accepted it
//             owed → lapsed                it expired, was used, was replaced or was wiped before it was sent
//             owed → failed                the provider refused it for good
//   voucher   owed → assigned              a code of the stock is bound to the reward, for good
//             assigned → sent              the provider accepted it
//             owed, assigned → failed      the winner was erased, or the provider refused it for good
//   both      sent → delivered | failed    the provider's receipt; `delivered` is final
//
// A reward is a debt from the moment it is granted: without stock its message stays `owed` and its
// job is repeated, at least every half hour; loading codes reschedules it. After a temporary
// refusal, an error or no answer the message is tried again under the same id with the same text.
//
// Every step is conditional on the state it leaves, so a job may run twice, or fail halfway and run
// again: a worker that dies between the provider's answer and the record of it sends the same text
// once more (reliability I6, F4). Codes and vouchers have their own workers: a code never waits
// behind a voucher. Nothing personal is logged or thrown.
import { createCleanup } from './cleanup.ts';
import {
  createDeliveryContext,
  intervals,
  type DeliveryDependencies,
  type Intervals,
} from './context.ts';
import { startHeartbeat } from './heartbeat.ts';
import { startQueueWorker } from './queue-worker.ts';
import { repeat } from './repeat.ts';
import { sendOtp } from './send-otp.ts';
import { sendVoucher } from './send-voucher.ts';

export type DeliveryOptions = DeliveryDependencies & {
  /** How many codes, and how many vouchers, one process sends at once. */
  concurrency?: number;
  /** For tests. */
  intervals?: Partial<Intervals>;
};

export type Delivery = {
  /**
   * Takes no more jobs, finishes those under way, and leaves no connection in use. The pool stays
   * open.
   */
  stop(): Promise<void>;
};

/**
 * Starts delivering; resolves when workers look for jobs. Keeps two connections of the pool, and
 * uses at most one more for each message under way.
 * @throws where the database cannot be used at the start; later it is waited for
 */
export async function startDelivery(options: DeliveryOptions): Promise<Delivery> {
  const { database, log, campaign, onJob, concurrency = 4 } = options;
  const times = { ...intervals, ...options.intervals };
  const context = createDeliveryContext(options, times);
  const heartbeat = startHeartbeat(options, times);
  const cleanUp = createCleanup(options);
  const cleanups = repeat(times.cleanupMs, cleanUp, () => undefined);
  const common = {
    database,
    log,
    concurrency,
    heartbeat,
    pollMs: times.pollMs,
    campaign: campaign.id,
  };
  const starts = await Promise.allSettled([
    startQueueWorker({
      ...common,
      task: 'send_otp',
      work: (id) => sendOtp(context, id),
      onDone: (outcome, seconds) => onJob?.({ kind: 'otp', outcome, seconds }),
    }),
    startQueueWorker({
      ...common,
      task: 'send_voucher',
      work: (id) => sendVoucher(context, id),
      onDone: (outcome, seconds) => onJob?.({ kind: 'voucher', outcome, seconds }),
    }),
  ]);
  const stop = async () => {
    const workers = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
    await Promise.all([cleanups.stop(), ...workers.map((worker) => worker.stop())]);
    await heartbeat.stop();
  };
  const failed = starts.find((start) => start.status === 'rejected');
  if (failed) {
    await stop();
    throw failed.reason;
  }
  await cleanUp();
  return { stop };
}

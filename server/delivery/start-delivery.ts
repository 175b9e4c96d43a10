// Delivery: one-time codes and vouchers on their way out as SMS.
//
// A message is written in the transaction of the fact that it follows from, and so is its job. From there:
//
//   code      owed → sent                  the provider took it
//             owed → lapsed                it ran out, was used, was replaced or was wiped before it could go
//             owed → failed                the provider refused it for good
//   voucher   owed → assigned              a code of the stock is bound to the reward, for good
//             assigned → sent              the provider took it
//             owed, assigned → failed      the winner was erased; the provider refused it for good
//   both      sent → delivered | failed    the provider's receipt; `delivered` is the last word
//
// A reward is a debt from the moment it is granted: without stock its message stays `owed`, and its job comes back,
// ever later but at least every half hour; loading codes wakes it. A provider that refuses for now, throws or does not
// answer leaves the message where it is, to be tried again under the same id with the same words.
//
// Every step is conditional on the state that it leaves, so a job may run twice, or half and then again: a worker that
// dies between the provider's answer and its note of it sends once more what it sent before (reliability I6, F4). Codes
// and vouchers have workers of their own, so that no code ever waits behind a voucher. Nothing personal is logged or
// thrown.
import { repeat } from './repeat.ts';
import { startHeartbeat } from './heartbeat.ts';
import { startQueueWorker } from './queue-worker.ts';
import { sendOtp } from './send-otp.ts';
import { sendVoucher } from './send-voucher.ts';
import { createCleanup } from './cleanup.ts';
import {
  intervals,
  createDeliveryContext,
  type DeliveryDependencies,
  type Intervals,
} from './context.ts';

export type DeliveryOptions = DeliveryDependencies & {
  /** How many codes, and how many vouchers, one process sends at once. */
  concurrency?: number;
  /** For tests. */
  intervals?: Partial<Intervals>;
};

export type Delivery = {
  /** Takes no more jobs, finishes those under way, and leaves no connection in use. The pool stays open. */
  stop(): Promise<void>;
};

/**
 * Starts delivering; comes back when workers look for jobs. Uses two connections of the pool for good, and at most one
 * more for each message under way.
 * @throws where the database cannot be used at the start; later it is waited for
 */
export async function startDelivery(options: DeliveryOptions): Promise<Delivery> {
  const { database, log, onJob, concurrency = 4 } = options;
  const times = { ...intervals, ...options.intervals };
  const tools = createDeliveryContext(options, times);
  const heartbeat = startHeartbeat(options, times);
  const lane = {
    database,
    log,
    concurrency,
    heartbeat,
    pollMs: times.pollMs,
    campaign: options.campaign.id,
  };
  const starts = await Promise.allSettled([
    startQueueWorker({
      ...lane,
      task: 'send_otp',
      work: (id) => sendOtp(tools, id),
      onDone: (outcome, seconds) => onJob?.({ kind: 'otp', outcome, seconds }),
    }),
    startQueueWorker({
      ...lane,
      task: 'send_voucher',
      work: (id) => sendVoucher(tools, id),
      onDone: (outcome, seconds) => onJob?.({ kind: 'voucher', outcome, seconds }),
    }),
  ]);
  const lanes = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
  const sweep = createCleanup(options);
  const sweeps = repeat(times.cleanupMs, sweep, () => undefined);
  const stop = async () => {
    await Promise.all([sweeps.stop(), ...lanes.map((each) => each.stop())]);
    await heartbeat.stop();
  };
  const failed = starts.find((start) => start.status === 'rejected');
  if (failed) {
    await stop();
    throw failed.reason;
  }
  await sweep();
  return { stop };
}

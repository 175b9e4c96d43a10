// The limits at which a person must look after vouchers and workers.
import { voucherPromise } from '@inaam/contract/limits.ts';
import { sendableMs, type Hours } from './sending-hours.rules.ts';

/** Days since a voucher became owed. Of the ten days, the issuer's staff needs one. */
export const lateDays = { warning: 2, error: 9, promised: voucherPromise.days } as const;

/**
 * Counting stops here: alarms count every minute, and failed vouchers add up until they are
 * settled.
 */
export const lateMax = 10_000;

export const spelledLate = (count: number): string =>
  count < lateMax ? count.toLocaleString('en-IN') : `${lateMax.toLocaleString('en-IN')} or more`;

const dayMs = 24 * 60 * 60 * 1000;

/** The last day on which a voucher arrives as promised (Spec 9). Both days are `YYYY-MM-DD`. */
export function voucherDueDay(rewardDay: string): string {
  const dueMs = Date.parse(`${rewardDay}T00:00:00Z`) + lateDays.promised * dayMs;
  return new Date(dueMs).toISOString().slice(0, 10);
}

/** How often one voucher can be resent; a table constraint enforces the same. */
export const resendsMax = 3;

/** Four missed heartbeats of ten seconds each. */
export const siteSilentMs = 45_000;

/** With the intervals of heartbeat and poll, this releases a dead worker's jobs within 60 s. */
export const workerSilentMs = 45_000;

/**
 * For how many of these seconds a voucher could have been sent, so that a night does not count as a
 * delay. If any amount's text may be sent at any hour, all of them count.
 * @param hours of each amount's text, all in the same hours if any; undefined: at any hour
 * @param seconds until `now`
 */
export function sendableAge(
  hours: readonly (Hours | undefined)[],
  seconds: number | null,
  now: number,
): number | null {
  const [first] = hours;
  if (seconds === null || !first || hours.includes(undefined)) return seconds;
  return Math.round(sendableMs(first, now - seconds * 1000, now) / 1000);
}

// After an outage vouchers wait for their back-off, up to half an hour. This reschedules them
// sooner. The path's limits set the pace, and the number that is due grows with the number
// accepted, so that the path is not overloaded.

/** The factor by which vouchers due may exceed the vouchers just accepted. */
const growth = 4;
/** One failure per this many accepted vouchers does not count as a failing path. */
const acceptedPerFailure = 10;
const max = 10_000;
/** This share of the vouchers that were made due must be accepted before more are made due. */
const shareTaken = 1 / 3;
/** A voucher that was tried more recently keeps its back-off. */
export const triedLatelyMs = 5 * 60_000;

/** @param lately recent attempts to send vouchers */
export const doesFail = (lately: { accepted: number; failed: number }): boolean =>
  lately.failed * acceptedPerFailure > lately.accepted;

/**
 * @param accepted vouchers accepted since vouchers were last made due
 * @param wereDue how many were due then
 * @returns how many should be due; 0: enough are still due
 */
export function vouchersToReschedule(accepted: number, wereDue: number): number {
  if (accepted < wereDue * shareTaken) return 0;
  return Math.min(max, growth * accepted);
}

// When to resend an event that its receiver did not accept. Standard Webhooks recommends these
// pauses; after three days the event has failed.
const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

const pausesMs = [
  5 * secondMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
  20 * hourMs,
  24 * hourMs,
];

export const webhookRetryMs = 72 * hourMs;

/**
 * @param tries including the one that has just failed
 * @param queuedAt when the event was first due, ms
 * @returns when it is due again, ms; undefined: it has failed
 */
export function nextWebhookTry(tries: number, queuedAt: number, now: number): number | undefined {
  const pauseMs = pausesMs[tries - 1] ?? pausesMs.at(-1) ?? 0;
  return now - queuedAt >= webhookRetryMs ? undefined : now + pauseMs;
}

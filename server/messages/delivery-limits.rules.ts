// When a person has to look after vouchers and workers.
import { voucherPromise } from '@inaam/contract/limits.ts';
import { sendableMs, type Hours } from './sending-hours.rules.ts';

/** Days since a voucher became owed. Of the ten days, the issuer's people need one. */
export const lateDays = { warning: 2, error: 9, promised: voucherPromise.days } as const;

/** What failed and nobody settles grows, and an alarm asks every minute: no more are counted. */
export const lateMax = 10_000;

export const spelledLate = (count: number): string =>
  count < lateMax ? count.toLocaleString('en-IN') : `${lateMax.toLocaleString('en-IN')} or more`;

const dayMs = 24 * 60 * 60 * 1000;

/** The last day on which a voucher arrives as promised (Spec 9). Both days are `YYYY-MM-DD`. */
export function voucherDueDay(rewardDay: string): string {
  const dueMs = Date.parse(`${rewardDay}T00:00:00Z`) + lateDays.promised * dayMs;
  return new Date(dueMs).toISOString().slice(0, 10);
}

/** How often one voucher can be sent again; a constraint of the table checks the same. */
export const resendsMax = 3;

/** With a heartbeat every ten seconds, it has missed four. */
export const siteSilentMs = 45_000;

/** Together with the intervals of heartbeat and poll, releases a dead worker's jobs within 60 s. */
export const workerSilentMs = 45_000;

/**
 * For how many of these seconds a voucher could have been sent, so that a night is no fault. If the
 * text of any amount is sent at any hour, all of them.
 * @param hours of the text of each amount, in the same hours if in any; undefined: at any hour
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

// After an outage vouchers wait for their back-off, up to half an hour. This brings them forward.
// The path's limits set the pace, and the number that is due grows with the number it accepts, so
// that it is not overrun.

/** This many times as many vouchers may be due as were just accepted. */
const growth = 4;
/** One failure among this many does not mean that the path fails. */
const acceptedPerFailure = 10;
const max = 10_000;
/** This share of the vouchers that were made due must be accepted before more are made due. */
const shareTaken = 1 / 3;
/** A voucher that was tried more recently keeps its back-off. */
export const triedLatelyMs = 5 * 60_000;

/** @param lately attempts to send vouchers in the last seconds */
export const doesFail = (lately: { accepted: number; failed: number }): boolean =>
  lately.failed * acceptedPerFailure > lately.accepted;

/**
 * @param accepted vouchers accepted since vouchers were last made due
 * @param wereDue how many were due after that
 * @returns how many should be due; 0: enough are still due
 */
export function vouchersToReschedule(accepted: number, wereDue: number): number {
  if (accepted < wereDue * shareTaken) return 0;
  return Math.min(max, growth * accepted);
}

// When an event is sent again that its receiver did not accept. The pauses are those that Standard
// Webhooks recommends; after three days the event has failed.
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

/** How long one event is retried. */
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

// When a person has to look after vouchers and workers.
import { voucherPromise } from '@inaam/contract/limits.ts';
import { untilTomorrow } from '../platform/period.rules.ts';

/** Days since a voucher became owed. Of the ten days, the issuer's people need one. */
export const lateDays = { warning: 2, error: 9, promised: voucherPromise.days } as const;

/** What failed and nobody settles grows, and an alarm asks every minute: no more are counted. */
export const lateMost = 10_000;

export const spelledLate = (count: number): string =>
  count < lateMost ? count.toLocaleString('en-IN') : `${lateMost.toLocaleString('en-IN')} or more`;

const dayMs = 24 * 60 * 60 * 1000;

/** The last day on which a voucher arrives as promised (Spec 9). Both days are `YYYY-MM-DD`. */
export function voucherDueDay(rewardDay: string): string {
  const dueMs = Date.parse(`${rewardDay}T00:00:00Z`) + lateDays.promised * dayMs;
  return new Date(dueMs).toISOString().slice(0, 10);
}

/** How often one voucher can be sent again; a constraint of the table checks the same. */
export const resendsMost = 3;

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
const most = 10_000;
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
  return Math.min(most, growth * accepted);
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

// Operators take some categories of SMS only at certain hours of Indian time, every day the same.

/** Whole hours of Indian time; `until` is excluded. */
export type Hours = { from: number; until: number };

/**
 * Nothing is sent this close to either end: the operator's clock may differ, and a message takes
 * seconds to reach it.
 */
const marginMs = 60_000;

const span = ({ from, until }: Hours) => ({
  opens: from * hourMs + marginMs,
  closes: until * hourMs - marginMs,
});

const timeOfDay = (now: number) => dayMs - untilTomorrow(now);

/** @returns ms until a message may be sent; 0: now */
export function waitForHours(hours: Hours, now: number): number {
  const { opens, closes } = span(hours);
  const time = timeOfDay(now);
  if (time < opens) return opens - time;
  return time < closes ? 0 : dayMs - time + opens;
}

/** @returns for how much of the time between two moments a message could be sent, ms */
export function sendableMs(hours: Hours, from: number, to: number): number {
  const { opens, closes } = span(hours);
  const untilThen = (moment: number) => {
    const time = timeOfDay(moment);
    const days = Math.round((moment - time) / dayMs);
    return days * (closes - opens) + Math.min(Math.max(time, opens), closes) - opens;
  };
  return untilThen(to) - untilThen(from);
}

// When a message may take another path than the one that was tried (docs/decisions/0025).

type Outcome =
  | 'accepted'
  | 'refusedForGood'
  | 'refusedForNow'
  | 'throttled'
  | 'unknown'
  | 'full'
  | 'resting';

/**
 * A code is useless after a minute and harmless if it arrives twice, so it takes the next path
 * whenever this one may have failed. A voucher has ten days: it waits for a path that is only busy,
 * and stays with one that may have accepted it.
 */
export function mayTakeNextPath(kind: 'otp' | 'voucher', outcome: Outcome): boolean {
  switch (outcome) {
    case 'accepted':
    case 'refusedForGood':
      return false;
    case 'refusedForNow':
    case 'resting':
      return true;
    case 'throttled':
    case 'full':
    case 'unknown':
      return kind === 'otp';
    default:
      return outcome satisfies never;
  }
}

/** A path that may have accepted a voucher, and since when that is uncertain. */
export type Uncertain = { path: string; since: number };

/**
 * The paths that a voucher may take, in order. For one day, a path that may have accepted it is the
 * only one: it knows the message's id, and another path would send a second SMS. After that it
 * comes last, because it may give the same answer for ever.
 */
export function pathsOfVoucher<Path extends { name: string }>(
  paths: readonly Path[],
  uncertain: Uncertain | undefined,
  now: number,
): readonly Path[] {
  const known = paths.filter(({ name }) => name === uncertain?.path);
  if (!uncertain || known.length === 0) return paths;
  if (now - uncertain.since < dayMs) return known;
  return [...paths.filter(({ name }) => name !== uncertain.path), ...known];
}

// How many codes this process sends at most, whatever is in the queue: the limits of `serve` are
// worth nothing if it was taken over. The queue may contain any number of codes then.

/** In a minute and in a day. */
export type CodeLimits = { minute: number; day: number };

export type CodeCeiling = {
  /** Counts a code that is about to be sent. @returns which limit is reached; undefined: send it */
  take: () => keyof CodeLimits | undefined;
};

const spans = { day: 86_400_000, minute: 60_000 } as const;

/**
 * @param now ms
 * @param sentToday by any process, before this one has started
 */
export function createCodeCeiling(
  limits: CodeLimits,
  now: () => number,
  sentToday: number,
): CodeCeiling {
  const windows = (['day', 'minute'] as const).map((span) => ({
    span,
    from: now(),
    count: span === 'day' ? sentToday : 0,
  }));
  return {
    take() {
      for (const window of windows) {
        // A clock that was set back begins no window.
        if (now() - window.from >= spans[window.span]) {
          window.from = now();
          window.count = 0;
        }
      }
      const full = windows.find(({ span, count }) => count >= limits[span]);
      if (full) return full.span;
      for (const window of windows) window.count += 1;
      return undefined;
    },
  };
}

// The limits at which a person must look after vouchers and workers.
import { voucherPromise } from '@inaam/contract/limits.ts';
import { untilTomorrow, dayMs, hourMs } from '../platform/period.rules.ts';

/** Days since a voucher became owed. Of the ten days, the issuer's staff needs one. */
export const lateDays = { warning: 2, error: 9, promised: voucherPromise.days } as const;

/**
 * Counting stops here: alarms count every minute, and failed vouchers add up until they are
 * settled.
 */
export const lateMax = 10_000;

export const spelledLate = (count: number): string =>
  count < lateMax ? count.toLocaleString('en-IN') : `${lateMax.toLocaleString('en-IN')} or more`;

/** The last day on which a voucher arrives as promised (Spec 9). Both days are `YYYY-MM-DD`. */
export function voucherDueDay(rewardDay: string): string {
  const dueMs = Date.parse(`${rewardDay}T00:00:00Z`) + lateDays.promised * dayMs;
  return new Date(dueMs).toISOString().slice(0, 10);
}

/**
 * How many messages may wait for the provider at once. If it answers within 150 ms, that is over
 * 1,000 codes and 300 vouchers a second. Waiting messages need no database connection.
 */
export const concurrency = { otp: 256, voucher: 64 };

export type Concurrency = typeof concurrency;

/** How often one voucher can be resent; a table constraint enforces the same. */
export const resendsMax = 3;

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

const secondMs = 1000;
const minuteMs = 60 * secondMs;

// Operators accept some categories of SMS only at certain hours of Indian time, the same every day.

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

// When a message may take another path than the one tried (docs/decisions/0025).

type Outcome =
  | 'accepted'
  | 'refusedPermanently'
  | 'refusedForNow'
  | 'throttled'
  | 'unknown'
  | 'full'
  | 'resting';

/**
 * A code is useless after a minute and harmless if it arrives twice, so it takes the next path
 * whenever this one may have failed. A voucher has ten days: it waits for a path that is only busy,
 * and keeps a path that may have accepted it.
 */
export function mayTakeNextPath(kind: 'otp' | 'voucher', outcome: Outcome): boolean {
  switch (outcome) {
    case 'accepted':
    case 'refusedPermanently':
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

/**
 * A path that may have accepted a message: since when that is unknown, after how many attempts, and
 * what was said to the last one.
 */
export type Unclear = { path: string; since: number; times: number; reason: string };

/**
 * How long a message waits after each attempt whose outcome is unknown, for a receipt or for the
 * path to recover. After the last pause it is sent no more: a person decides about a voucher.
 */
export const unclearPausesMs = {
  otp: [3 * secondMs, minuteMs],
  voucher: [10 * minuteMs, 40 * minuteMs, 10 * minuteMs],
} as const;

/**
 * The paths that a voucher may take, in order. For one day, only a path that may have accepted it:
 * the path knows the message's id, and another would send a second SMS. Afterwards that path comes
 * last, because it may never give another answer.
 */
export function pathsOfVoucher<Path extends { name: string }>(
  paths: readonly Path[],
  unclear: Unclear | null,
  now: number,
): readonly Path[] {
  const known = paths.filter(({ name }) => name === unclear?.path);
  if (!unclear || known.length === 0) return paths;
  if (now - unclear.since < dayMs) return known;
  return [...paths.filter(({ name }) => name !== unclear.path), ...known];
}

// Limits how many messages this process sends. The limits of `serve` are worthless if `serve` is
// compromised: the queue may then contain any number of them.

const spans = { day: dayMs, hour: hourMs, minute: minuteMs } as const;
type Span = keyof typeof spans;

export type VoucherLimits = { hour: number; day: number };

export type Ceiling = {
  /**
   * Counts a message that is about to be sent. @returns the limit that is reached; undefined: send
   * it
   */
  take: () => Span | undefined;
};

/**
 * Of all rewards, a tenth in a day and a fortieth in an hour: several times what a campaign of some
 * weeks grants on its best day. A small campaign may end in a day.
 * @param set 0: none is set
 */
export const voucherLimitsOf = (rewards: number, set: VoucherLimits): VoucherLimits => ({
  hour: set.hour || Math.max(2000, Math.ceil(rewards / 40)),
  day: set.day || Math.max(5000, Math.ceil(rewards / 10)),
});

/**
 * @param now ms
 * @param sentToday by any process, before this one started
 */
export function createCeiling(
  limits: Partial<Record<Span, number>>,
  now: () => number,
  sentToday: number,
): Ceiling {
  const windows = (['day', 'hour', 'minute'] as const).map((span) => ({
    span,
    from: now(),
    count: span === 'day' ? sentToday : 0,
  }));
  return {
    take() {
      for (const window of windows) {
        // Setting the clock back begins no window.
        if (now() - window.from >= spans[window.span]) {
          window.from = now();
          window.count = 0;
        }
      }
      const full = windows.find(({ span, count }) => count >= (limits[span] ?? Infinity));
      if (full) return full.span;
      for (const window of windows) window.count += 1;
      return undefined;
    },
  };
}

type VoucherFacts = {
  state: string;
  kind: 'otp' | 'voucher';
  /** How often operators have resent it. */
  resends: number;
  isErased: boolean;
  /** If it prevents sending. */
  hold?: 'held' | 'refused' | null;
};

export type ResendRefusal =
  | 'otp'
  | 'erased'
  | 'refused'
  | 'settled'
  | 'held'
  | 'sending'
  | 'tooOften';

/**
 * Why a message cannot be resent; undefined if it can. The SQL statement that resends checks the
 * same.
 */
export function refuseResend({
  state,
  kind,
  resends,
  isErased,
  hold,
}: VoucherFacts): ResendRefusal | undefined {
  if (kind === 'otp') return 'otp';
  if (isErased) return 'erased';
  if (state === 'settled') return hold === 'refused' ? 'refused' : 'settled';
  if (state === 'owed' || state === 'assigned') return hold === 'held' ? 'held' : 'sending';
  return resends < resendsMax ? undefined : 'tooOften';
}

// Of holds, which keep a voucher from being sent.

export type HoldOutcome =
  /** Held before it was sent. */
  | 'inTime'
  /** Held, but it may already be with the provider; the outcome is not known yet. */
  | 'underWay'
  | 'tooLate'
  | 'already';

/** @param sendingSince ms; undefined: not being sent */
export function holdOutcome(
  state: string,
  sendingSince: number | undefined,
  isHeld: boolean,
): HoldOutcome {
  if (isHeld) return 'already';
  if (state !== 'owed' && state !== 'assigned') return 'tooLate';
  return sendingSince === undefined ? 'inTime' : 'underWay';
}

/** Longer than any attempt at a provider can take. */
export const sendingMs = 60_000;

export type RefusalOutcome =
  | 'refused'
  /** It is being handed to the provider at this moment. */
  | 'sending'
  | 'tooLate'
  | 'already';

type RefusalFacts = {
  state: string;
  sendingSince: number | undefined;
  hold: 'held' | 'released' | 'refused' | undefined;
};

export function refusalOutcome(
  { state, sendingSince, hold }: RefusalFacts,
  now: number,
): RefusalOutcome {
  if (hold === 'refused') return 'already';
  if (state !== 'owed' && state !== 'assigned') return 'tooLate';
  return sendingSince !== undefined && now - sendingSince < sendingMs ? 'sending' : 'refused';
}

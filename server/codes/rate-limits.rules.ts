// Limits against guessing codes and sending unwanted SMS (docs/decisions/0006).

import { sendBudget, type SendBudget } from './send-budget.rules.ts';

export type RateLimit = { max: number; withinMs: number };

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const programmeMs = Number.MAX_SAFE_INTEGER;

export const codeLifetimeMs = 300_000;
export const codeTriesMax = 5;
/** A resend repeats the same code while this much of its life is left. */
export const codeReuseMs = 120_000;
/** A used code can be verified again for this long, in case the answer was lost. */
export const verifyRepeatMs = 120_000;

/** Limits of a mobile whose ordinary codes or tries are used up (guarded-mobile.ts). */
export const guardedLimits = {
  /** So long that an owner finds enough valid codes among the SMS that others have asked for. */
  codeLifetimeMs: dayMs,
  sends: [{ max: 8, withinMs: dayMs }],
  /** Between codes while too few are valid, and once the device that asks has typed one right. */
  pauseMs: 300_000,
  /** Otherwise, in case an SMS was lost. */
  renewalPauseMs: 4 * hourMs,
  /** Of Indian time. At other times a second code takes a device that has typed the first. */
  hours: { from: 7, until: 22 },
  /**
   * Wrong last codes during the whole programme. From the tenth on, three right codes are needed
   * instead of two.
   */
  missesMax: 20,
  missesBeforeThird: 10,
} as const;

/**
 * An IPv4 address, an IPv6 network of /64 (a household or a phone), and one of /48 around it, from
 * which a single customer of a host can have 65,536 of /64.
 */
export type VisitorNetworkKind = 'ipv4' | 'ipv6' | 'ipv6Site';

/** The most in an hour. */
export type VisitorLimits = Readonly<Record<VisitorNetworkKind, number>>;

export type RateLimits = {
  /** Shared by all mobiles and devices. */
  budget: SendBudget;
  mobile: {
    sends: readonly RateLimit[];
    /** Besides those of the day, outside of `guardedLimits.hours`. */
    nightSends: readonly RateLimit[];
    tries: readonly RateLimit[];
  };
  device: {
    sends: readonly RateLimit[];
    tries: readonly RateLimit[];
    mobiles: readonly RateLimit[];
  };
  /** What is stored of visitors before any SMS, so that no script fills the disk. */
  visitors: Record<'session' | 'consent', VisitorLimits>;
  /** Of all networks in an hour. Beyond it sessions start all the same, and are not counted. */
  visitsStored: number;
};

export const rateLimits: RateLimits = {
  budget: sendBudget,
  mobile: {
    sends: [
      { max: 4, withinMs: dayMs },
      { max: 15, withinMs: programmeMs },
    ],
    nightSends: [{ max: 2, withinMs: 9 * hourMs }],
    tries: [
      { max: 10, withinMs: dayMs },
      { max: 30, withinMs: programmeMs },
    ],
  },
  device: {
    sends: [
      { max: 5, withinMs: 2 * hourMs },
      { max: 20, withinMs: dayMs },
    ],
    tries: [{ max: 15, withinMs: 2 * hourMs }],
    mobiles: [{ max: 3, withinMs: 2 * hourMs }],
  },
  // Thousands of phones may be behind one address of a mobile operator, and an office or a campus
  // behind one network of /64.
  visitors: {
    session: { ipv4: 10_000, ipv6: 2000, ipv6Site: 10_000 },
    consent: { ipv4: 5000, ipv6: 1000, ipv6Site: 5000 },
  },
  // Six times the codes that an hour's rupees pay for.
  visitsStored: 500_000,
};

export const deviceMemoryMs = dayMs;
/** How long guarded codes are remembered; longer than any of their limits. */
export const guardedMemoryMs = 2 * dayMs;

/**
 * @param times past events in ms, in any order, because the clock may have been set back
 * @returns ms to wait; 0 if allowed now, Infinity if never
 */
export function waitMsOf(
  times: readonly number[],
  limits: readonly RateLimit[],
  now: number,
): number {
  let wait = 0;
  const newestFirst = times.toSorted((a, b) => b - a);
  for (const { max, withinMs } of limits) {
    const opening = newestFirst[max - 1];
    if (opening === undefined) continue;
    const until = withinMs === programmeMs ? Number.POSITIVE_INFINITY : opening + withinMs - now;
    wait = Math.max(wait, until);
  }
  return wait;
}

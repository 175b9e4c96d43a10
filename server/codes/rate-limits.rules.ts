// Limits against guessing codes and sending unwanted SMS (docs/decisions/0006).

import { sendBudget, type SendBudget } from '../sms/send-budget.rules.ts';
import { dayMs, hourMs } from '../platform/period.rules.ts';

export type RateLimit = { max: number; withinMs: number };

const programmeMs = Number.MAX_SAFE_INTEGER;

export const codeLifetimeMs = 300_000;
export const codeTriesMax = 5;
/** A resend repeats the same code while it has this much life left. */
export const codeReuseMs = 120_000;
/** A used code can be verified again for this long, in case the answer was lost. */
export const verifyRepeatMs = 120_000;

/** Limits of a mobile whose ordinary codes or tries are used up (guarded-mobile.ts). */
export const guardedLimits = {
  /** Long enough for owners to find valid codes among the SMS that others requested. */
  codeLifetimeMs: dayMs,
  sends: [{ max: 8, withinMs: dayMs }],
  /**
   * Between codes while too few are valid, or once the requesting device has typed a correct one.
   */
  pauseMs: 300_000,
  /** Between codes otherwise, in case an SMS was lost. */
  renewalPauseMs: 4 * hourMs,
  /** Indian time. Outside of these hours, only a device that typed the first code gets a second. */
  hours: { from: 7, until: 22 },
  /**
   * Wrong last codes in the whole programme. From the tenth on, three correct codes are needed
   * instead of two.
   */
  missesMax: 20,
  missesBeforeThird: 10,
} as const;

/**
 * An IPv4 address, an IPv6 /64 (a household or a phone), or the /48 around it: one customer of a
 * hosting provider can have 65,536 networks of /64.
 */
export type VisitorNetworkKind = 'ipv4' | 'ipv6' | 'ipv6Site';

/** Maximum per hour. */
type VisitorLimits = Readonly<Record<VisitorNetworkKind, number>>;

export type RateLimits = {
  /** Shared by all mobiles and devices. */
  budget: SendBudget;
  mobile: {
    sends: readonly RateLimit[];
    /** These do not count what an owner has proven. */
    unprovenSends: readonly RateLimit[];
    /** Outside of `guardedLimits.hours`. */
    nightSends: readonly RateLimit[];
    tries: readonly RateLimit[];
  };
  device: {
    sends: readonly RateLimit[];
    tries: readonly RateLimit[];
    mobiles: readonly RateLimit[];
  };
  /** Limits what visitors store before any SMS, so that a script cannot fill the disk. */
  visitors: Record<'session' | 'consent', VisitorLimits>;
  /** Per hour, for all networks. Beyond it sessions still start, but are not counted. */
  visitsStored: number;
};

export const rateLimits: RateLimits = {
  budget: sendBudget,
  mobile: {
    sends: [{ max: 4, withinMs: dayMs }],
    unprovenSends: [{ max: 15, withinMs: programmeMs }],
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
  // Thousands of phones may share one address of a mobile operator, and an office or a campus may
  // share one /64.
  visitors: {
    session: { ipv4: 10_000, ipv6: 2000, ipv6Site: 10_000 },
    consent: { ipv4: 5000, ipv6: 1000, ipv6Site: 5000 },
  },
  // Six times as many as the codes that an hour's budget pays for.
  visitsStored: 500_000,
};

/** For each further claim of a day, two codes and a few tries. */
export function limitsForClaims(limits: RateLimits, claimsPerDay = 1): RateLimits {
  const { mobile, device } = limits;
  const raised = (all: readonly RateLimit[], each: number) =>
    all.map(({ max, withinMs }) => ({ max: max + each * (claimsPerDay - 1), withinMs }));
  return {
    ...limits,
    mobile: { ...mobile, sends: raised(mobile.sends, 2) },
    device: { ...device, sends: raised(device.sends, 2), tries: raised(device.tries, 5) },
  };
}

export const codesPerDay = (claimsPerDay?: number): number =>
  Math.max(...limitsForClaims(rateLimits, claimsPerDay).mobile.sends.map(({ max }) => max));

export const deviceMemoryMs = dayMs;
/** Guarded codes are remembered longer than any of their limits. */
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

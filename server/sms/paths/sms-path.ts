// A path that SMS take: a provider with its limits, circuit breaker and time limit.
import { smsSegmentsOf } from '@inaam/campaigns/sms/segments.ts';
import type { SmsKind } from '@inaam/campaigns/sms/sms-template.ts';
import {
  type Late,
  type OutgoingSms,
  type SendOutcome,
  type SmsProvider,
  sendWithLimit,
} from '../provider.ts';
import {
  BrokenCircuitError,
  circuitBreaker,
  CircuitState,
  ExponentialBackoff,
  handleWhenResult,
  noJitterGenerator,
  SamplingBreaker,
} from 'cockatiel';
import * as z from 'zod';

/** Nothing was tried: there was no place, or the path rests or is not for this message. */
export type NotTried = { kind: 'notTried'; reason: 'full' | 'resting' };

export type SmsPathOptions = {
  name: string;
  sends: readonly SmsKind[];
  provider: SmsProvider;
  /** Without them messages are sent at once, and the path never rests. */
  limits?: PathLimits;
  /** How long an answer is waited for; undefined: as long as on any other path. */
  sendMs?: number | undefined;
  /** Whether its provider reports the final state of a message. */
  hasReceipts?: boolean;
  /** Whether it is for this message. Omitted: it is for all. */
  takes?: (kind: SmsKind, sms: OutgoingSms) => Promise<boolean>;
};

export type SmsPath = {
  name: string;
  sends: readonly SmsKind[];
  send(kind: SmsKind, sms: OutgoingSms, late?: Late): Promise<SendOutcome | NotTried>;
};

/** Whoever says an hour by mistake must not stop the campaign's codes for so long. */
const restMs = { default: 1000, max: 60_000 } as const;

export function createPath(
  { name, sends, provider, limits, takes, sendMs: ownMs }: SmsPathOptions,
  { sendMs, placeMs }: { sendMs: number; placeMs: number },
  onChange: (isResting: boolean) => void,
): SmsPath {
  const attempt = (sms: OutgoingSms, late?: Late) =>
    sendWithLimit(provider, sms, ownMs ?? sendMs, late);
  if (!limits) return { name, sends, send: (_, sms, late) => attempt(sms, late) };
  const pacing = createPacing(limits);
  const breaker = createBreaker(onChange);
  return {
    name,
    sends,
    async send(kind, sms, late) {
      if (takes && !(await takes(kind, sms))) return { kind: 'notTried', reason: 'resting' };
      const { segments } = smsSegmentsOf(sms.text);
      const giveBack = await pacing.take(kind, placeMs, segments);
      if (!giveBack) return { kind: 'notTried', reason: 'full' };
      try {
        const outcome = await breaker.run(() => attempt(sms, late));
        if (outcome?.kind === 'throttled') {
          pacing.pause(Math.min(outcome.retryAfterMs ?? restMs.default, restMs.max));
        }
        return outcome ?? { kind: 'notTried', reason: 'resting' };
      } finally {
        giveBack();
      }
    },
  };
}

/** The only path, for all messages and without limits, like the mailbox. */
export const singlePath = (provider: SmsProvider): SmsPathOptions => ({
  name: 'mailbox',
  sends: ['otp', 'voucher'],
  provider,
});

// Pauses a failing path, so that jobs do not wait for its time limit one after another.

/**
 * More than half of the attempts failed in the last ten seconds with attempts, of five or more.
 * Idle seconds do not count: cockatiel drops the oldest at the next attempt.
 */
const failing = { threshold: 0.5, duration: 10_000, minimumRps: 0.5 } as const;
/**
 * After this time a single message tests the path. A code is worthless after a minute, so a
 * recovered provider is noticed within seconds, however long the outage was.
 */
const pauses = { initialDelay: 2000, maxDelay: 5000, generator: noJitterGenerator };

export type Breaker = {
  /** @returns undefined if the path is not tried */
  run(attempt: () => Promise<SendOutcome>): Promise<SendOutcome | undefined>;
};

export function createBreaker(onChange: (isOpen: boolean) => void): Breaker {
  // A path works even if it throttles, or refuses a message permanently.
  const policy = circuitBreaker(handleWhenResult(isFailure), {
    breaker: new SamplingBreaker(failing),
    halfOpenAfter: new ExponentialBackoff(pauses),
  });
  policy.onBreak(() => onChange(true));
  policy.onReset(() => onChange(false));
  return {
    async run(attempt) {
      // cockatiel would wait for the test message, up to five seconds, while a code could take
      // another path.
      if (policy.state === CircuitState.HalfOpen) return undefined;
      try {
        return await policy.execute(attempt);
      } catch (error) {
        if (error instanceof BrokenCircuitError) return undefined;
        throw error;
      }
    },
  };
}

const failure = z.object({ kind: z.enum(['unknown', 'refusedForNow']) });
const isFailure = (outcome: unknown) => failure.safeParse(outcome).success;

// Limits how many messages wait for an answer at once, and how many SMS leave per second: providers
// count each part of a long text. Codes go first, and some places are reserved for them: a code
// still leaves at once while vouchers fill all others.

export type PathLimits = { inFlight: number; perSecond: number };

export type Pacing = {
  /** @returns a function that releases the place; undefined if there is none within `waitMs` */
  take(kind: SmsKind, waitMs: number, parts?: number): Promise<(() => void) | undefined>;
  pause(ms: number): void;
};

type Waiting = { start: () => void; parts: number };

/** Timers are a millisecond late or more: without it a rate of hundreds would not be reached. */
const toleranceMs = 20;
const shareOfVouchers = 0.75;

const now = () => performance.now();

export function createPacing({ inFlight, perSecond }: PathLimits): Pacing {
  const spacingMs = 1000 / perSecond;
  const voucherMax = Math.max(1, Math.floor(inFlight * shareOfVouchers));
  const waiting: Record<SmsKind, Waiting[]> = { otp: [], voucher: [] };
  const running: Record<SmsKind, number> = { otp: 0, voucher: 0 };
  let nextAt = 0;
  let timer: NodeJS.Timeout | undefined;

  const hasPlace = (kind: SmsKind) =>
    running.otp + running.voucher < inFlight && (kind === 'otp' || running.voucher < voucherMax);
  const nextKind = () =>
    (['otp', 'voucher'] as const).find((kind) => waiting[kind].length > 0 && hasPlace(kind));

  const startWaiting = () => {
    clearTimeout(timer);
    for (let kind = nextKind(); kind !== undefined; kind = nextKind()) {
      const lateMs = nextAt - toleranceMs - now();
      if (lateMs > 0) {
        timer = setTimeout(startWaiting, lateMs);
        return;
      }
      const next = waiting[kind].shift();
      nextAt = Math.max(nextAt, now()) + spacingMs * (next?.parts ?? 1);
      running[kind] += 1;
      next?.start();
    }
  };

  return {
    take(kind, waitMs, parts = 1) {
      // Refuse at once if the path must rest for longer: another one may take the message.
      if (nextAt - toleranceMs - now() > waitMs) return Promise.resolve(undefined);
      const place = Promise.withResolvers<(() => void) | undefined>();
      const giveBack = () => {
        running[kind] -= 1;
        startWaiting();
      };
      const limit = setTimeout(() => {
        waiting[kind].splice(waiting[kind].indexOf(one), 1);
        place.resolve(undefined);
      }, waitMs);
      const one: Waiting = {
        parts,
        start: () => {
          clearTimeout(limit);
          place.resolve(giveBack);
        },
      };
      waiting[kind].push(one);
      startWaiting();
      return place.promise;
    },
    pause(ms) {
      nextAt = Math.max(nextAt, now() + ms + toleranceMs);
    },
  };
}

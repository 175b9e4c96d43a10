// A way that SMS take: a provider with its limits, its circuit breaker and the time limit.
import type { SmsKind } from '@inaam/campaigns/sms/sms-template.ts';
import {
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

/** Nothing was tried: there was no place, or the path has failed and rests. */
export type NotTried = { kind: 'notTried'; why: 'full' | 'resting' };

export type SmsPathOptions = {
  name: string;
  sends: readonly SmsKind[];
  provider: SmsProvider;
  /** Without them everything is handed over at once, and nothing rests. */
  limits?: PathLimits;
  /** Its provider says in the end what became of a message. */
  hasReceipts?: boolean;
};

export type SmsPath = {
  name: string;
  sends: readonly SmsKind[];
  send(kind: SmsKind, sms: OutgoingSms): Promise<SendOutcome | NotTried>;
};

/** Whoever says an hour by mistake must not stop the campaign's codes for so long. */
const restMs = { default: 1000, most: 60_000 } as const;

export function createPath(
  { name, sends, provider, limits }: SmsPathOptions,
  { sendMs, placeMs }: { sendMs: number; placeMs: number },
  onChange: (isResting: boolean) => void,
): SmsPath {
  const attempt = (sms: OutgoingSms) => sendWithLimit(provider, sms, sendMs);
  if (!limits) return { name, sends, send: (_, sms) => attempt(sms) };
  const pacing = createPacing(limits);
  const breaker = createBreaker(onChange);
  return {
    name,
    sends,
    async send(kind, sms) {
      const giveBack = await pacing.take(kind, placeMs);
      if (!giveBack) return { kind: 'notTried', why: 'full' };
      try {
        const outcome = await breaker.run(() => attempt(sms));
        if (outcome?.kind === 'throttled') {
          pacing.pause(Math.min(outcome.retryAfterMs ?? restMs.default, restMs.most));
        }
        return outcome ?? { kind: 'notTried', why: 'resting' };
      } finally {
        giveBack();
      }
    },
  };
}

/** The only path, for all messages and without limits, as the mailbox is. */
export const singlePath = (provider: SmsProvider): SmsPathOptions => ({
  name: 'mailbox',
  sends: ['otp', 'voucher'],
  provider,
});

// Keeps off a path that fails, so that jobs do not wait for its time limit one after the other.

/**
 * More than half failed of the last ten seconds in which anything was tried, and that were five or
 * more. Seconds without an attempt are passed over: cockatiel drops the oldest at the next attempt.
 */
const failing = { threshold: 0.5, duration: 10_000, minimumRps: 0.5 } as const;
/**
 * Then one message after this time shows whether the path works again. A code is worthless after a
 * minute, so a provider that works again is noticed within seconds, however long it did not.
 */
const pauses = { initialDelay: 2000, maxDelay: 5000, generator: noJitterGenerator };

export type Breaker = {
  /** @returns undefined if the path is not tried */
  run(attempt: () => Promise<SendOutcome>): Promise<SendOutcome | undefined>;
};

export function createBreaker(onChange: (isOpen: boolean) => void): Breaker {
  // A throttled path works, and one that refuses a message for good does too.
  const policy = circuitBreaker(handleWhenResult(isFailure), {
    breaker: new SamplingBreaker(failing),
    halfOpenAfter: new ExponentialBackoff(pauses),
  });
  policy.onBreak(() => onChange(true));
  policy.onReset(() => onChange(false));
  return {
    async run(attempt) {
      // cockatiel would let it wait for that one: five seconds if the provider does not answer,
      // while a code has another path.
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

// How many messages a path takes at once and in a second. Codes go first, and some places are
// theirs alone: while vouchers fill all others, a code still leaves at once.

export type PathLimits = { inFlight: number; perSecond: number };

export type Pacing = {
  /** @returns what gives the place back; undefined if there is none within `waitMs` */
  take(kind: SmsKind, waitMs: number): Promise<(() => void) | undefined>;
  /** Starts nothing for this long. */
  pause(ms: number): void;
};

type Waiting = { start: () => void };

/** Timers are a millisecond late or more: without it a rate of hundreds would not be reached. */
const toleranceMs = 20;
const shareOfVouchers = 0.75;

export function createPacing(
  { inFlight, perSecond }: PathLimits,
  now: () => number = () => performance.now(),
): Pacing {
  const spacingMs = 1000 / perSecond;
  const voucherMost = Math.max(1, Math.floor(inFlight * shareOfVouchers));
  const waiting: Record<SmsKind, Waiting[]> = { otp: [], voucher: [] };
  const running: Record<SmsKind, number> = { otp: 0, voucher: 0 };
  let nextAt = 0;
  let timer: NodeJS.Timeout | undefined;

  const hasPlace = (kind: SmsKind) =>
    running.otp + running.voucher < inFlight && (kind === 'otp' || running.voucher < voucherMost);
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
      nextAt = Math.max(nextAt, now()) + spacingMs;
      running[kind] += 1;
      waiting[kind].shift()?.start();
    }
  };

  return {
    take(kind, waitMs) {
      // A path that has to rest for longer is refused at once: another one may take the message.
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

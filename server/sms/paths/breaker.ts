// Keeps off a path that fails, so that jobs do not wait for its time limit one after the other.
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
import type { SendOutcome } from '../provider.ts';

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

// Pauses a failing path, so that jobs do not wait for its time limit one after another.
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

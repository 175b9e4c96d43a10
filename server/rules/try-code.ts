// Whether a typed code may be compared at all, and what a right one is worth. Pure: facts in,
// verdict out.
import { codeTriesMax, verifyRepeatMs, waitMsOf, type RateLimits } from './rate-limits.ts';

export type TryFacts = {
  now: number;
  blocked: boolean;
  /**
   * The code of the newest registration of this device, times in ms; `none` where it has no code of
   * its own.
   */
  code: { expiresAt: number; usedAt: number | undefined; tries: number } | 'none' | undefined;
  mobileTries: readonly number[];
  deviceTries: readonly number[];
};

export type TryVerdict =
  | { kind: 'compare' }
  | { kind: 'refuse'; messageId: 'invalidData' | 'expiredOtp' | 'invalidUser' }
  | { kind: 'refuse'; messageId: 'tryAgain'; retryAfterSeconds: number };

const dayMs = 86_400_000;

/**
 * Decides before any comparison. The caller holds the rows and counts the try, committed, before it
 * compares: so 200 parallel guesses are five comparisons, whatever the timing.
 */
export function tryCode(facts: TryFacts, ceilings: RateLimits): TryVerdict {
  if (!facts.code) return { kind: 'refuse', messageId: 'invalidData' };
  if (facts.blocked) return { kind: 'refuse', messageId: 'invalidUser' };
  if (
    facts.code === 'none' ||
    facts.code.tries >= codeTriesMax ||
    !isAlive(facts.code, facts.now)
  ) {
    return { kind: 'refuse', messageId: 'expiredOtp' };
  }
  const wait = Math.max(
    waitMsOf(facts.mobileTries, ceilings.mobile.tries, facts.now),
    waitMsOf(facts.deviceTries, ceilings.device.tries, facts.now),
  );
  if (wait > 0) {
    const retryAfterSeconds = Math.ceil(Math.min(wait, dayMs) / 1000);
    return { kind: 'refuse', messageId: 'tryAgain', retryAfterSeconds };
  }
  return { kind: 'compare' };
}

function isAlive(code: { expiresAt: number; usedAt: number | undefined }, now: number): boolean {
  return code.usedAt === undefined ? now < code.expiresAt : now < code.usedAt + verifyRepeatMs;
}

/**
 * What a right code is worth.
 * - `first`: it is consumed now.
 * - `again`: the answer was lost and the shopper asks anew: the call was signed after the code was
 *   used.
 * - `raced`: another call with the same code was faster, or this is a copy of the one that used it:
 *   a captured request must change nothing, so it gets no token.
 * @param t ms, of the signed call
 */
export function classifyCodeUse(code: {
  usedAt: number | undefined;
  now: number;
  t: number;
}): 'first' | 'again' | 'raced' {
  if (code.usedAt === undefined) return 'first';
  if (code.now >= code.usedAt + verifyRepeatMs) return 'raced';
  return code.t > code.usedAt ? 'again' : 'raced';
}

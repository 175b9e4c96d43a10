import { codeTriesMax, verifyRepeatMs, waitMsOf, type RateLimits } from './rate-limits.ts';

export type TryFacts = {
  now: number;
  /** Of the signed call and of the device's newest code request, ms. */
  t: number;
  requestedT: number | undefined;
  /** This very try was counted before: same `t`, same code. */
  isRepeat: boolean;
  /** `none`: the device has no code of its own. Times in ms. */
  code: { expiresAt: number; usedAt: number | undefined; tries: number } | 'none' | undefined;
  mobileTries: readonly number[];
  deviceTries: readonly number[];
};

export type TryVerdict =
  /** A try that is not counted repeats one that was. */
  | { kind: 'compare'; isCounted: boolean }
  | { kind: 'refuse'; messageId: 'invalidData' | 'expiredOtp' }
  | { kind: 'refuse'; messageId: 'tryAgain'; retryAfterSeconds: number };

const dayMs = 86_400_000;
const staleTryWaitSeconds = 1;

/**
 * The caller locks the rows and commits the counted try before comparing, so that 200 parallel
 * guesses are five comparisons. A captured try that is sent again is answered as before and costs
 * nothing: what it would tell is known.
 */
export function tryCode(facts: TryFacts, ceilings: RateLimits): TryVerdict {
  if (!facts.code) return { kind: 'refuse', messageId: 'invalidData' };
  if (facts.requestedT !== undefined && facts.t < facts.requestedT) {
    // Signed before the newest code was asked for: it was meant for another code.
    return { kind: 'refuse', messageId: 'tryAgain', retryAfterSeconds: staleTryWaitSeconds };
  }
  if (facts.code === 'none' || !isAlive(facts.code, facts.now)) {
    return { kind: 'refuse', messageId: 'expiredOtp' };
  }
  if (facts.isRepeat) return { kind: 'compare', isCounted: false };
  if (facts.code.tries >= codeTriesMax) return { kind: 'refuse', messageId: 'expiredOtp' };
  const wait = Math.max(
    waitMsOf(facts.mobileTries, ceilings.mobile.tries, facts.now),
    waitMsOf(facts.deviceTries, ceilings.device.tries, facts.now),
  );
  if (wait > 0) {
    const retryAfterSeconds = Math.ceil(Math.min(wait, dayMs) / 1000);
    return { kind: 'refuse', messageId: 'tryAgain', retryAfterSeconds };
  }
  return { kind: 'compare', isCounted: true };
}

function isAlive(code: { expiresAt: number; usedAt: number | undefined }, now: number): boolean {
  return code.usedAt === undefined ? now < code.expiresAt : now < code.usedAt + verifyRepeatMs;
}

/**
 * - `first`: consumed now.
 * - `again`: the answer was lost; this call was signed after the code was used.
 * - `raced`: another call was faster, or this is a copy of it. A captured request must change
 * nothing, so it gets no token.
 * @param code.t ms, of the signed call; a phone whose clock is fast signs after `usedAt`
 * @param code.isRepeat this very try was counted before
 */
export function classifyCodeUse(code: {
  usedAt: number | undefined;
  now: number;
  t: number;
  isRepeat: boolean;
}): 'first' | 'again' | 'raced' {
  if (code.usedAt === undefined) return 'first';
  if (code.now >= code.usedAt + verifyRepeatMs) return 'raced';
  return code.t > code.usedAt && !code.isRepeat ? 'again' : 'raced';
}

import { clockSkewMaxMs } from '@inaam/contract/limits.ts';
import {
  isGuarded,
  isOwnersDevice,
  pauseMsOf,
  triesWaitMs,
  tryGuardedCodes,
  validCodes,
  type GuardedFacts,
  type GuardedTry,
} from './guarded-mobile.rules.ts';
import { codeTriesMax, verifyRepeatMs, waitMsOf, type RateLimits } from './rate-limits.rules.ts';
import { dayMs } from '../platform/period.rules.ts';

type OwnCode = {
  expiresAt: number;
  usedAt: number | undefined;
  tries: number;
  /** The last guarded code, which this device has typed correctly. */
  isGuardedPass: boolean;
};

/** Times in ms. */
export type TryFacts = GuardedFacts & {
  /** `t` of the signed call and of the device's newest code request. */
  t: number;
  requestedT: number | undefined;
  /** The same try, with equal `t` and code, was counted before. */
  isRepeat: boolean;
  /** The same try was refused before, or matched a guarded, replaced or another mobile's code. */
  isRefusedRepeat: boolean;
  /** `none`: the device itself has no code. */
  code: OwnCode | 'none' | undefined;
  deviceTries: readonly number[];
  guardedTyped: readonly number[];
  /**
   * Whether the typed code is the device's own, and whether it is the guarded one sent at a time.
   */
  isOwnCode: boolean;
  isGuardedCode: (sentAt: number) => boolean;
};

export type TryVerdict =
  /** A try that is not counted repeats a counted one. */
  | { kind: 'compare'; isCounted: boolean }
  /** `isCounted`: the device's own code was compared too. */
  | ({ kind: 'guarded'; isCounted: boolean; retryAfterSeconds: number } & GuardedTry)
  | { kind: 'refuse'; messageId: 'invalidData' | 'expiredOtp' | 'invalidOtp' }
  | { kind: 'refuse'; messageId: 'tryAgain'; retryAfterSeconds: number; isGuarded: boolean };

const staleTryWaitMs = 1000;

/**
 * The caller locks the rows and commits the counted try before it answers, so that 200 parallel
 * guesses get five comparisons. A replayed try costs nothing and reveals nothing new.
 */
export function tryCode(facts: TryFacts, ceilings: RateLimits): TryVerdict {
  if (!facts.code) return { kind: 'refuse', messageId: 'invalidData' };
  if (isStale(facts)) return tooMuch(staleTryWaitMs, false);
  const code = facts.code !== 'none' && isAlive(facts.code, facts.now) ? facts.code : undefined;
  if (code && facts.isRepeat) {
    // The repeated try was a right guarded code, already compared with the device's own code.
    return isTypedGuarded(facts) ? answerAgain(facts) : { kind: 'compare', isCounted: false };
  }
  const wait = code && waitForOwnCode(code, facts, ceilings);
  if (facts.isRefusedRepeat && wait === 0) return tooMuch(staleTryWaitMs, false);
  // A guarded code that was sent after a known try cannot be the one that was typed.
  const isKnown = facts.isRepeat || facts.isRefusedRepeat;
  const hasGuarded = !isKnown && validCodes(facts).length > 0;
  if (wait === 0 && (facts.isOwnCode || !hasGuarded)) return { kind: 'compare', isCounted: true };
  if (hasGuarded) return tryGuarded(facts, wait === 0, ceilings);
  if (isKnown && validCodes(facts).length > 0) return answerAgain(facts);
  if (isGuarded(facts, ceilings)) {
    const pauseMs = pauseMsOf(facts, isOwnersDevice(facts, facts.guardedTyped));
    // `expiredOtp` makes the page offer Resend, which sends the next code.
    if (pauseMs === 0 && wait === undefined) return { kind: 'refuse', messageId: 'expiredOtp' };
    return tooMuch(Math.max(pauseMs, 1000), true);
  }
  return wait === undefined ? { kind: 'refuse', messageId: 'expiredOtp' } : tooMuch(wait, false);
}

/**
 * Answers a try whose answer was lost. Compares only codes that the device has typed correctly;
 * anything else would be another guess, at a code that was sent later.
 */
function answerAgain(facts: TryFacts): TryVerdict {
  const { guardedTyped, isGuardedCode } = facts;
  if (guardedTyped.filter((sentAt) => isGuardedCode(sentAt)).length === 0)
    return { kind: 'refuse', messageId: 'invalidOtp' };
  return tooMuch(Math.max(pauseMsOf(facts, true), staleTryWaitMs), true);
}

const isTypedGuarded = (facts: TryFacts) =>
  !facts.isOwnCode && validCodes(facts).length > 0 && facts.guardedTyped.some(facts.isGuardedCode);

/**
 * Signed before the newest code was requested, so meant for another code. If that request lies in
 * the future, the clock was set back since, and the two times cannot be compared.
 */
const isStale = ({ t, requestedT = 0, now }: TryFacts) =>
  t < requestedT && requestedT <= now + clockSkewMaxMs;

/**
 * A guarded code may later be sent to the mobile, and replaying a refused try must not use it up.
 */
export function isRefusalRemembered(facts: TryFacts): boolean {
  const isKnown = facts.isRepeat || facts.isRefusedRepeat;
  return facts.code !== undefined && !isStale(facts) && !isKnown;
}

/** Whether the try shows that its device is the owner's. */
export const isProof = ({ isOwnCode }: TryFacts, verdict: TryVerdict): boolean =>
  verdict.kind === 'compare'
    ? verdict.isCounted && isOwnCode
    : verdict.kind === 'guarded' && verdict.isPassed;

/** @returns ms; 0 if it may be compared now, undefined if its tries are used up */
function waitForOwnCode(
  code: OwnCode,
  facts: TryFacts,
  { mobile, device }: RateLimits,
): number | undefined {
  if (code.tries >= codeTriesMax) return undefined;
  // Only a device that has typed a correct code gets here, so nobody else can use up its repeats.
  const isProved = code.isGuardedPass || code.usedAt !== undefined;
  return Math.max(
    isProved ? 0 : triesWaitMs(facts, mobile.tries),
    waitMsOf(facts.deviceTries, device.tries, facts.now),
  );
}

function tryGuarded(facts: TryFacts, isCounted: boolean, { device }: RateLimits): TryVerdict {
  const wait = waitMsOf(facts.deviceTries, device.tries, facts.now);
  if (wait > 0) return tooMuch(wait, false);
  const tried = tryGuardedCodes(facts, facts.guardedTyped, facts.isGuardedCode);
  if (!tried) return tooMuch(dayMs, true);
  const retryAfterSeconds = Math.max(1, Math.ceil(pauseMsOf(facts, true) / 1000));
  return { kind: 'guarded', isCounted, retryAfterSeconds, ...tried };
}

function tooMuch(waitMs: number, isGuarded: boolean): TryVerdict {
  const retryAfterSeconds = Math.ceil(Math.min(waitMs, dayMs) / 1000);
  return { kind: 'refuse', messageId: 'tryAgain', retryAfterSeconds, isGuarded };
}

function isAlive(code: { expiresAt: number; usedAt: number | undefined }, now: number): boolean {
  return code.usedAt === undefined ? now < code.expiresAt : now < code.usedAt + verifyRepeatMs;
}

/**
 * - `first`: consumed now.
 * - `again`: the answer was lost; this call was signed after the code was used.
 * - `raced`: another call was faster, or this is a copy of it. A captured request must change
 *   nothing, so it gets no token.
 * @param code.t of the signed call, ms; a phone with a fast clock signs after `usedAt`
 * @param code.isRepeat the same try was counted before
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

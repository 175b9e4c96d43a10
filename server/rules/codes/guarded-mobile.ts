// A mobile whose ordinary codes or tries are used up is guarded instead of refused. Whoever used
// them up, the owner still gets in with the right codes of two or three SMS (docs/decisions/0006).
import { resendAfterSeconds } from '@inaam/contract/limits.ts';
import { guardedLimits, waitMsOf, type RateLimits } from './rate-limits.ts';

/** Facts about one mobile. Times in ms. */
export type SendFacts = {
  now: number;
  mobileSends: readonly number[];
  /** When the guarded codes of recent hours were sent. Each code is identified by that time. */
  guardedSends: readonly number[];
};

export type GuardedFacts = SendFacts & {
  mobileTries: readonly number[];
  /** Guarded codes that were sent up to then are used. */
  guardedUsedAt: number | undefined;
};

/**
 * A mobile stays guarded for a while after a guarded code, so that no ordinary code comes in
 * between.
 */
export function isGuarded(facts: GuardedFacts, { mobile }: RateLimits): boolean {
  const { now, mobileSends, mobileTries, guardedSends } = facts;
  return (
    runOf(guardedSends, now) > 0 ||
    waitMsOf(mobileSends, mobile.sends, now) > 0 ||
    waitMsOf(mobileTries, mobile.tries, now) > 0
  );
}

/** @returns ms until the mobile may be sent a code, considering only the time since the last one */
export function pauseMsOf({ now, mobileSends, guardedSends }: SendFacts): number {
  const rest = (times: readonly number[], pauseMs: number) =>
    Math.min(Math.max(newestOf(times) + pauseMs - now, 0), pauseMs);
  return Math.max(
    rest([...mobileSends, ...guardedSends], resendAfterSeconds * 1000),
    rest(guardedSends, guardedPauseMs(runOf(guardedSends, now))),
  );
}

/**
 * The first codes come faster. While a mobile is becoming guarded, its owner may type an attacker's
 * last ordinary code, and then needs one guarded code more.
 */
function guardedPauseMs(run: number): number {
  const { fastSends, fastPauseMs, pauseMs } = guardedLimits;
  return run < fastSends ? fastPauseMs : pauseMs;
}

/** @returns how many guarded codes have been sent in an uninterrupted run */
function runOf(guardedSends: readonly number[], now: number): number {
  const newestFirst = guardedSends.toSorted((a, b) => b - a);
  const times = [now, ...newestFirst];
  const gap = newestFirst.findIndex(
    (time, index) => (times[index] ?? now) - time >= guardedLimits.runEndsAfterMs,
  );
  return gap === -1 ? newestFirst.length : gap;
}

/** @returns the guarded codes that this device may still type, oldest first */
export function untriedCodes(
  {
    now,
    guardedSends,
    guardedUsedAt,
  }: Pick<GuardedFacts, 'now' | 'guardedSends' | 'guardedUsedAt'>,
  triedAt: number | undefined,
): number[] {
  const after = Math.max(guardedUsedAt ?? -Infinity, triedAt ?? -Infinity);
  return guardedSends
    .filter((sentAt) => sentAt > after && now < sentAt + guardedLimits.codeLifetimeMs)
    .toSorted((a, b) => a - b);
}

/** How far a device has got. */
export type GuardedProgress = { rights: number; since: number | undefined };

export type GuardedTry = {
  /** The newest guarded code that the device has now tried. */
  triedAt: number;
  progress: GuardedProgress;
  /** How many misses to add to the mobile's. */
  misses: number;
  isPassed: boolean;
};

/**
 * Only the last code's result is disclosed. Any number of devices may try an earlier code; what
 * limits guessing is the number of misses, and only the last code can add one.
 * @param codes as `untriedCodes` returns them, not empty
 * @returns undefined if the mobile has no misses left
 */
export function tryGuardedCodes(
  codes: readonly number[],
  isCodeOf: (sentAt: number) => boolean,
  { now, misses, progress }: { now: number; misses: number; progress: GuardedProgress },
): GuardedTry | undefined {
  const missesLeft = guardedLimits.missesMax - misses;
  if (missesLeft <= 0) return undefined;
  const { since } = progress;
  const isRecent = since !== undefined && now - since <= guardedLimits.withinMs;
  const rights = isRecent ? progress.rights : 0;
  const isLast = rights + 1 >= rightsNeeded(misses);
  const compared = isLast ? codes.slice(-missesLeft) : codes;
  // Every code is compared, so that the time taken does not reveal which one was right.
  const right = compared.filter((sentAt) => isCodeOf(sentAt))[0];
  if (right === undefined) {
    return {
      triedAt: newestOf(codes),
      progress: { rights, since: rights === 0 ? undefined : since },
      misses: isLast ? compared.length : 0,
      isPassed: false,
    };
  }
  return {
    triedAt: right,
    // A pass resets the progress: the next one takes as many SMS as the first.
    progress: isLast
      ? { rights: 0, since: undefined }
      : { rights: rights + 1, since: rights === 0 ? right : since },
    misses: 0,
    isPassed: isLast,
  };
}

/** Higher after so many right guesses that somebody must have made a million times as many. */
function rightsNeeded(misses: number): number {
  return misses < guardedLimits.missesBeforeThird ? 2 : 3;
}

/** @returns -Infinity if there is none */
function newestOf(times: readonly number[]): number {
  return Math.max(-Infinity, ...times);
}

// A mobile whose ordinary codes or tries are used up is guarded instead of refused. Whoever used
// them up, the owner still gets in with the right codes of two or three SMS (docs/decisions/0020).
import { resendAfterSeconds } from '@inaam/contract/limits.ts';
import { waitForHours } from '../messages/delivery-limits.rules.ts';
import { guardedLimits, waitMsOf, type RateLimits } from './rate-limits.rules.ts';

/** Facts about one mobile. Times in ms. */
export type SendFacts = {
  now: number;
  mobileSends: readonly number[];
  /** When the guarded codes of recent days were sent. Each code is identified by that time. */
  guardedSends: readonly number[];
  /** Guarded codes that were sent up to then are used. */
  guardedUsedAt: number | undefined;
  guardedMisses: number;
};

export type GuardedFacts = SendFacts & { mobileTries: readonly number[] };

/**
 * While guarded codes are valid no ordinary one is sent, so the newest SMS are those that let the
 * owner in. At night a stranger gets fewer ordinary codes.
 */
export function isGuarded(facts: GuardedFacts, { mobile }: RateLimits): boolean {
  const { now, mobileSends, mobileTries } = facts;
  const sends = isNight(now) ? [...mobile.sends, ...mobile.nightSends] : mobile.sends;
  return (
    validCodes(facts).length > 0 ||
    waitMsOf(mobileSends, sends, now) > 0 ||
    waitMsOf(mobileTries, mobile.tries, now) > 0
  );
}

/**
 * @param isOwner whether the device that asks has typed a right code of the mobile
 * @returns ms until the mobile may be sent a code
 */
export function pauseMsOf(facts: SendFacts, isOwner: boolean): number {
  const all = [...facts.mobileSends, ...facts.guardedSends];
  const pauseMs = rest(all, resendAfterSeconds * 1000, facts.now);
  return validCodes(facts).length === 0
    ? pauseMs
    : Math.max(pauseMs, guardedPauseMs(facts, isOwner));
}

/** @returns ms until a guarded code may be sent */
export function guardedPauseMs(facts: SendFacts, isOwner: boolean): number {
  const { now, guardedSends, guardedMisses } = facts;
  const valid = validCodes(facts).length;
  const isWanted = isOwner || valid < rightsNeeded(guardedMisses);
  return Math.max(
    rest(guardedSends, isWanted ? guardedLimits.pauseMs : guardedLimits.renewalPauseMs, now),
    waitMsOf(guardedSends, guardedLimits.sends, now),
    // With one valid code the owner can show that it is not a stranger who asks.
    !isOwner && valid > 0 ? waitForHours(guardedLimits.hours, now) : 0,
  );
}

const isNight = (now: number) => waitForHours(guardedLimits.hours, now) > 0;

/** What is left of a pause since the newest time; no longer than the pause if a clock went back. */
function rest(times: readonly number[], pauseMs: number, now: number): number {
  return Math.min(Math.max(Math.max(-Infinity, ...times) + pauseMs - now, 0), pauseMs);
}

/** @returns the guarded codes that may be typed, as many as are needed to get in; oldest first */
export function validCodes({
  now,
  guardedSends,
  guardedUsedAt,
  guardedMisses,
}: SendFacts): number[] {
  return guardedSends
    .filter((sentAt) => isAlive(sentAt, { now, guardedUsedAt }))
    .toSorted((a, b) => a - b)
    .slice(-rightsNeeded(guardedMisses));
}

/** @param typed right codes of a device's last tries, which shows that it is the owner's */
export const isOwnersDevice = (facts: SendFacts, typed: readonly number[]) =>
  typed.some((sentAt) => isAlive(sentAt, facts));

const isAlive = (
  sentAt: number,
  { now, guardedUsedAt }: Pick<SendFacts, 'now' | 'guardedUsedAt'>,
) => sentAt > (guardedUsedAt ?? -Infinity) && now < sentAt + guardedLimits.codeLifetimeMs;

/** Higher after so many right guesses that somebody must have made a million times as many. */
function rightsNeeded(misses: number): number {
  return misses < guardedLimits.missesBeforeThird ? 2 : 3;
}

export type GuardedTry = {
  /** The codes that the device has typed right, one after another. */
  typed: readonly number[];
  isRight: boolean;
  /** How many misses to add to the mobile's. */
  misses: number;
  isPassed: boolean;
};

/**
 * Right codes must follow one another: a wrong one takes the device back to the first, if there was
 * a right one to type. Any number of devices may guess the first one. What limits guessing is the
 * number of misses, which only the last one can add.
 * @param typed right codes of the device's last tries
 * @returns undefined if the mobile has no misses left
 */
export function tryGuardedCodes(
  facts: SendFacts,
  typed: readonly number[],
  isCodeOf: (sentAt: number) => boolean,
): GuardedTry | undefined {
  const missesLeft = guardedLimits.missesMax - facts.guardedMisses;
  if (missesLeft <= 0) return undefined;
  const valid = validCodes(facts);
  const known = valid.filter((sentAt) => typed.includes(sentAt));
  const unknown = valid.filter((sentAt) => !typed.includes(sentAt));
  const isLast = known.length + 1 >= rightsNeeded(facts.guardedMisses);
  const compared = isLast ? unknown.slice(-missesLeft) : unknown;
  // Every code is compared, so that the time taken does not reveal which one was right. One that
  // the device has typed before reveals nothing, so typing it again costs nothing.
  const [right] = [...known, ...compared].filter((sentAt) => isCodeOf(sentAt));
  if (right === undefined) {
    // Without another valid code there is nothing to guess: the next one is still to be sent.
    const kept = unknown.length === 0 ? known : [];
    return { typed: kept, isRight: false, misses: isLast ? compared.length : 0, isPassed: false };
  }
  const isNew = !known.includes(right);
  const isPassed = isNew && isLast;
  // A pass resets the progress: the next one takes as many SMS as the first.
  const progress = isPassed ? [] : isNew ? [...known, right] : known;
  return { typed: progress, isRight: true, misses: 0, isPassed };
}

/** What only the owner of a mobile may learn about it. */
export type MobileStatus = { isBlocked: boolean; rewardedAt: number | undefined };

/**
 * Why a right code does not let its owner in; undefined if it does.
 * @param usedAt when the code was first typed, ms. A reward granted after that is the shopper's
 *   own, because a repeated call gets the answer that was lost.
 */
export function shutOut(
  { isBlocked, rewardedAt }: MobileStatus,
  usedAt: number,
): 'blocked' | 'rewarded' | undefined {
  if (isBlocked) return 'blocked';
  return (rewardedAt ?? Infinity) <= usedAt ? 'rewarded' : undefined;
}

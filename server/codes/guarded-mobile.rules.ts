// A mobile whose ordinary codes or tries are used up is guarded, not refused. Even if an attacker
// used them up, the owner still gets in with the codes of two or three SMS (docs/decisions/0020).
import { resendAfterSeconds } from '@inaam/contract/limits.ts';
import { waitForHours } from '../messages/delivery-limits.rules.ts';
import { guardedLimits, waitMsOf, type RateLimit, type RateLimits } from './rate-limits.rules.ts';

/** Times in ms. */
export type SendFacts = {
  now: number;
  mobileSends: readonly number[];
  /** When the guarded codes of recent days were sent. Each code is identified by that time. */
  guardedSends: readonly number[];
  /** Guarded codes sent up to this time are used up. */
  guardedUsedAt: number | undefined;
  guardedMisses: number;
};

/** `proven`: those of a device that went on to type the right code. */
export type GuardedFacts = SendFacts & {
  mobileTries: readonly number[];
  provenSends: readonly number[];
  provenTries: readonly number[];
};

/**
 * While guarded codes are valid no ordinary code is sent, so that the newest SMS let the owner in.
 * At night a stranger gets fewer ordinary codes.
 */
export function isGuarded(facts: GuardedFacts, { mobile }: RateLimits): boolean {
  const { now, mobileSends } = facts;
  const unproven = without(mobileSends, facts.provenSends);
  const limits = isNight(now)
    ? [...mobile.unprovenSends, ...mobile.nightSends]
    : mobile.unprovenSends;
  return (
    validCodes(facts).length > 0 ||
    waitMsOf(mobileSends, mobile.sends, now) > 0 ||
    waitMsOf(unproven, limits, now) > 0 ||
    triesWaitMs(facts, mobile.tries) > 0
  );
}

function without(times: readonly number[], others: readonly number[]): number[] {
  const left = new Set(others);
  return times.filter((time) => !left.has(time));
}

/** @returns ms until another code may be typed for the mobile */
export const triesWaitMs = (
  { now, mobileTries, provenTries }: Pick<GuardedFacts, 'now' | 'mobileTries' | 'provenTries'>,
  limits: readonly RateLimit[],
) => waitMsOf(without(mobileTries, provenTries), limits, now);

/** What the right code newly proves: the codes or tries of the mobile that are of its device. */
export const provenBy = (
  all: readonly number[],
  proven: readonly number[],
  ofDevice: readonly number[],
) => without(all, proven).filter((time) => ofDevice.includes(time));

/**
 * @param isOwner whether the requesting device has typed a correct code of the mobile
 * @returns ms until the mobile may be sent a code
 */
export function pauseMsOf(facts: SendFacts, isOwner: boolean): number {
  const all = [...facts.mobileSends, ...facts.guardedSends];
  const pauseMs = rest(all, resendAfterSeconds * 1000, facts.now);
  return validCodes(facts).length === 0
    ? pauseMs
    : Math.max(pauseMs, guardedPauseMs(facts, isOwner));
}

/**
 * When a device that has typed no correct code can be sent the next one. Whatever number of its own
 * limits a device has used up is not counted.
 * @returns ms from now; Infinity if never
 */
export function nextCodeMs(facts: GuardedFacts, limits: RateLimits): number {
  let now = facts.now;
  // The end of one wait may be within another, such as the night's.
  for (let waits = 0; waits < 10; waits += 1) {
    const then = { ...facts, now };
    const guardedMs = isGuarded(then, limits) ? guardedPauseMs(then, false) : 0;
    const waitMs = Math.max(pauseMsOf(then, false), guardedMs);
    if (waitMs === 0) return now - facts.now;
    now += waitMs;
  }
  return Infinity;
}

/** @returns ms until a guarded code may be sent */
export function guardedPauseMs(facts: SendFacts, isOwner: boolean): number {
  const { now, guardedSends, guardedMisses } = facts;
  const valid = validCodes(facts).length;
  const isWanted = isOwner || valid < rightsNeeded(guardedMisses);
  return Math.max(
    rest(guardedSends, isWanted ? guardedLimits.pauseMs : guardedLimits.renewalPauseMs, now),
    waitMsOf(guardedSends, guardedLimits.sends, now),
    // An owner who has a valid code can type it and be recognized.
    !isOwner && valid > 0 ? waitForHours(guardedLimits.hours, now) : 0,
  );
}

const isNight = (now: number) => waitForHours(guardedLimits.hours, now) > 0;

/** The rest of a pause since the newest time, capped at the pause in case a clock went back. */
function rest(times: readonly number[], pauseMs: number, now: number): number {
  return Math.min(Math.max(Math.max(-Infinity, ...times) + pauseMs - now, 0), pauseMs);
}

/** @returns the newest valid guarded codes, as many as are needed to get in; oldest first */
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

/**
 * @param typed codes that the device has recently typed correctly, which shows it is the owner's
 */
export const isOwnersDevice = (facts: SendFacts, typed: readonly number[]) =>
  typed.some((sentAt) => isAlive(sentAt, facts));

const isAlive = (
  sentAt: number,
  { now, guardedUsedAt }: Pick<SendFacts, 'now' | 'guardedUsedAt'>,
) => sentAt > (guardedUsedAt ?? -Infinity) && now < sentAt + guardedLimits.codeLifetimeMs;

/** More codes after so many misses that an attacker must have guessed a million times as often. */
function rightsNeeded(misses: number): number {
  return misses < guardedLimits.missesBeforeThird ? 2 : 3;
}

export type GuardedTry = {
  /** The codes that the device has typed correctly in a row. */
  typed: readonly number[];
  isRight: boolean;
  misses: number;
  isPassed: boolean;
};

/**
 * Correct codes must be typed in a row: after a wrong one the device starts again, if there was a
 * correct code to type. Any number of devices may guess the first code. Only guesses of the last
 * code count as misses, which limit guessing.
 * @param typed codes that the device has recently typed correctly
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
  // Compare every code, so that the time taken does not reveal which one was right. Include codes
  // that the device has typed before: typing them again reveals nothing and costs nothing.
  const [right] = [...known, ...compared].filter((sentAt) => isCodeOf(sentAt));
  if (right === undefined) {
    // Keep the progress if no other code is valid: the next one has yet to be sent.
    const kept = unknown.length === 0 ? known : [];
    return { typed: kept, isRight: false, misses: isLast ? compared.length : 0, isPassed: false };
  }
  const isNew = !known.includes(right);
  const isPassed = isNew && isLast;
  // A pass resets the progress: the next one takes as many SMS as the first.
  const progress = isPassed ? [] : isNew ? [...known, right] : known;
  return { typed: progress, isRight: true, misses: 0, isPassed };
}

export type MobileStatus = { isBlocked: boolean; rewardedAt: number | undefined };

/**
 * Why a correct code does not let its owner in; undefined if it does.
 * @param usedAt when the code was first typed, ms. A reward granted after that belongs to this
 *   shopper, who repeats a call whose answer was lost.
 */
export function shutOut(
  { isBlocked, rewardedAt }: MobileStatus,
  usedAt: number,
): 'blocked' | 'rewarded' | undefined {
  if (isBlocked) return 'blocked';
  return (rewardedAt ?? Infinity) <= usedAt ? 'rewarded' : undefined;
}

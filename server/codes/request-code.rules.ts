// The caller locks device, mobile and code request, so the facts cannot change in between.
import { resendAfterSeconds } from '@inaam/contract/limits.ts';
import {
  guardedPauseMs,
  isGuarded,
  isOwnersDevice,
  pauseMsOf,
  validCodes,
  type GuardedFacts,
} from './guarded-mobile.rules.ts';
import {
  codeReuseMs,
  codeTriesMax,
  verifyRepeatMs,
  waitMsOf,
  type RateLimits,
} from './rate-limits.rules.ts';
import { dayMs } from '../platform/period.rules.ts';

/** Identifies a request that repeats an older one. */
export type RequestOrder = {
  /** The newest accepted request's `t` or arrival time, whichever is earlier. */
  requestedT: number;
  /** Each `t` signed by a clock ahead of the server's. */
  aheadTs: readonly number[];
};

type OwnCode = { expiresAt: number; usedAt: number | undefined; tries: number };

type CodeRequestState = RequestOrder & {
  guardedTyped: readonly number[];
  code: OwnCode | undefined;
};

export type CodeRequestFacts = GuardedFacts & {
  t: number;
  /** `prove` only proves the number, for erasure. */
  call: 'register' | 'resend' | 'prove';
  consent: 'YES' | 'NO' | undefined;
  rewarded: boolean;
  /** Then the caller refuses a number that has taken part too often. */
  mayClaimAgain: boolean;
  blocked: boolean;
  isVerifiedHere: boolean;
  /** `t` of the newest request of this device that has been erased. */
  forgottenT: number | undefined;
  codeRequest: CodeRequestState | undefined;
  /** As `aheadTs`, of this device's other mobiles. */
  otherAheadTs: readonly number[];
  deviceSends: readonly number[];
  otherMobiles: readonly number[];
};

export type CodeRequestVerdict =
  | { kind: 'send'; code: 'new' | 'same' | 'guarded'; resendAfterSeconds: number }
  /**
   * `keep`: store the new name and state; false if the call repeats an older one.
   * `isElsewhere`: the newest code of the mobile was sent for another device.
   */
  | { kind: 'wait'; resendAfterSeconds: number; keep: boolean; isElsewhere: boolean }
  | { kind: 'refuse'; messageId: 'invalidData'; reason: 'nothingPending' | 'consentMissing' }
  | { kind: 'refuse'; messageId: 'participationLimit' | 'invalidUser' }
  | { kind: 'refuse'; messageId: 'tryAgain'; retryAfterSeconds: number; isGuarded: boolean };

/** Protocol: Order and repeats; HOM-6, OTP-6, SES-6. */
export function requestCode(facts: CodeRequestFacts, ceilings: RateLimits): CodeRequestVerdict {
  if (facts.call === 'resend' && !facts.codeRequest)
    return { kind: 'refuse', messageId: 'invalidData', reason: 'nothingPending' };
  const refusal = facts.call === 'prove' ? undefined : refuseToParticipate(facts);
  if (refusal) return refusal;

  const newestT = Math.max(facts.codeRequest?.requestedT ?? 0, facts.forgottenT ?? 0);
  const aheadTs = [...(facts.codeRequest?.aheadTs ?? []), ...facts.otherAheadTs];
  const isRepeat = facts.t <= newestT || aheadTs.includes(facts.t);
  const isOwner =
    facts.isVerifiedHere || isOwnersDevice(facts, facts.codeRequest?.guardedTyped ?? []);
  const pauseMs = pauseMsOf(facts, isOwner);
  if (isRepeat) return wait(facts, pauseMs, false);
  if (facts.call !== 'resend') {
    const numbersWait = facts.codeRequest
      ? 0
      : waitMsOf(facts.otherMobiles, ceilings.device.mobiles, facts.now);
    if (numbersWait > 0) return tooMuch(numbersWait);
    if (pauseMs > 0) return hasCode(facts) ? wait(facts, pauseMs, true) : tooMuch(pauseMs);
  }
  if (isGuarded(facts, ceilings)) return requestGuardedCode(facts, isOwner, pauseMs);
  const waitMs = Math.max(pauseMs, waitMsOf(facts.deviceSends, ceilings.device.sends, facts.now));
  if (waitMs > 0) return tooMuch(waitMs);
  return { kind: 'send', code: isReusable(facts) ? 'same' : 'new', resendAfterSeconds };
}

/** More than a device sends in the five minutes by which a clock may be ahead. */
const aheadMax = 10;

/**
 * The order after a request was accepted. Even if its clock was ahead, later requests with a right
 * clock are newer, and a copy of any of them is a repeat.
 */
export function orderAfter(
  { t, now }: { t: number; now: number },
  { requestedT, aheadTs }: RequestOrder = { requestedT: 0, aheadTs: [] },
): RequestOrder {
  const newest = Math.max(requestedT, Math.min(t, now));
  const ahead = [...aheadTs, t].filter((one) => one > newest).toSorted((a, b) => a - b);
  const forgotten = ahead.slice(0, -aheadMax);
  return { requestedT: Math.max(newest, ...forgotten), aheadTs: ahead.slice(-aheadMax) };
}

/** Erasure needs no consent, and winners have a right to it too. */
function refuseToParticipate(facts: CodeRequestFacts): CodeRequestVerdict | undefined {
  if (facts.consent !== 'YES')
    return { kind: 'refuse', messageId: 'invalidData', reason: 'consentMissing' };
  // Others learn it only after the right code; otherwise a stranger could find out who has won.
  if (!facts.isVerifiedHere) return undefined;
  if (facts.blocked) return { kind: 'refuse', messageId: 'invalidUser' };
  const isOver = facts.rewarded && !facts.mayClaimAgain;
  return isOver ? { kind: 'refuse', messageId: 'participationLimit' } : undefined;
}

/**
 * The SMS always goes to the owner. A second device gets the answer that the code was sent. Device
 * limits do not apply, because few codes are sent however many devices request one.
 */
function requestGuardedCode(
  facts: CodeRequestFacts,
  isOwner: boolean,
  sincePauseMs: number,
): CodeRequestVerdict {
  const { now, guardedSends } = facts;
  const pauseMs = Math.max(sincePauseMs, guardedPauseMs(facts, isOwner));
  if (pauseMs === 0) {
    const nextMs = pauseMsOf({ ...facts, guardedSends: [...guardedSends, now] }, isOwner);
    return { kind: 'send', code: 'guarded', resendAfterSeconds: seconds(nextMs) };
  }
  const isSent = validCodes(facts).length > typedOf(facts).length;
  if (isSent) return wait(facts, pauseMs, true);
  return tooMuch(pauseMs, true);
}

function wait(facts: CodeRequestFacts, pauseMs: number, keep: boolean): CodeRequestVerdict {
  return {
    kind: 'wait',
    resendAfterSeconds: seconds(pauseMs),
    keep,
    isElsewhere: pauseMs > 0 && isElsewhere(facts),
  };
}

/** Does not mention guarded codes, which work on every device that registered the mobile. */
function isElsewhere({ mobileSends, guardedSends, deviceSends }: CodeRequestFacts): boolean {
  const newest = Math.max(...mobileSends);
  return !deviceSends.includes(newest) && !guardedSends.some((time) => time > newest);
}

/** Whether the SMS that was sent is of use. */
function hasCode(facts: CodeRequestFacts): boolean {
  if (isElsewhere(facts) || validCodes(facts).length > 0) return true;
  const code = facts.codeRequest?.code;
  return code !== undefined && code.tries < codeTriesMax && !isSpent(facts);
}

/** A used code belongs to what it was used for: it only leads back there, until the reward. */
export function isSpent({ codeRequest, rewarded, now }: CodeRequestFacts): boolean {
  const usedAt = codeRequest?.code?.usedAt;
  return usedAt !== undefined && (rewarded || now >= usedAt + verifyRepeatMs);
}

function typedOf(facts: CodeRequestFacts): readonly number[] {
  const typed = facts.codeRequest?.guardedTyped ?? [];
  return validCodes(facts).filter((sentAt) => typed.includes(sentAt));
}

function isReusable({ codeRequest, now }: CodeRequestFacts): boolean {
  const code = codeRequest?.code;
  if (!code || code.usedAt !== undefined || code.tries >= codeTriesMax) return false;
  return code.expiresAt - now >= codeReuseMs;
}

function tooMuch(waitMs: number, isGuarded = false): CodeRequestVerdict {
  const retryAfterSeconds = seconds(Math.min(waitMs, dayMs));
  return { kind: 'refuse', messageId: 'tryAgain', retryAfterSeconds, isGuarded };
}

const seconds = (ms: number) => Math.ceil(ms / 1000);

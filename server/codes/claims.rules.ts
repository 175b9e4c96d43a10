export type ClaimLimits = { perDay: number; inAll: number };

/** Of a number. */
export type ClaimFacts = {
  /** How often it took part, and how often of these on the present day in India. */
  claims: number;
  ofDay: number;
  /** Whether the newest participation has its reward. */
  isRewarded: boolean;
  /** Whether something after that reward waits for an answer. */
  isAsked: boolean;
};

export type ClaimVerdict =
  | { kind: 'new'; claim: number }
  /** To the newest participation, which has no reward yet, or is asked something. */
  | { kind: 'return' }
  | { kind: 'limit'; again: 'tomorrow' | 'never' };

const once: ClaimLimits = { perDay: 1, inAll: 1 };

/** @param limits undefined: a number takes part once */
export function decideClaim(
  { claims, ofDay, isRewarded, isAsked }: ClaimFacts,
  { perDay, inAll }: ClaimLimits = once,
): ClaimVerdict {
  if (claims > 0 && !isRewarded) return { kind: 'return' };
  if (claims < inAll && ofDay < perDay) return { kind: 'new', claim: claims + 1 };
  if (isAsked) return { kind: 'return' };
  return { kind: 'limit', again: claims < inAll ? 'tomorrow' : 'never' };
}

export function claimsLeft({ claims, ofDay }: ClaimFacts, { perDay, inAll }: ClaimLimits = once) {
  const left = inAll - claims;
  return { today: Math.min(perDay - ofDay, left), inAll: left };
}

// The facts of a first code request and a first try, for the tests of their rules.
import type { CodeRequestFacts } from '@inaam/server/codes/request-code.rules.ts';
import type { TryFacts } from '@inaam/server/codes/try-code.rules.ts';

export const now = 1_750_000_000_000;

export const asking: CodeRequestFacts = {
  now,
  t: now,
  call: 'register',
  consent: 'YES',
  rewarded: false,
  mayClaimAgain: false,
  blocked: false,
  isVerifiedHere: false,
  forgottenT: undefined,
  codeRequest: undefined,
  mobileSends: [],
  mobileTries: [],
  provenSends: [],
  provenTries: [],
  guardedSends: [],
  guardedUsedAt: undefined,
  guardedMisses: 0,
  deviceSends: [],
  otherMobiles: [],
  otherAheadTs: [],
};

export const code = { expiresAt: now + 1, usedAt: undefined, tries: 0, isGuardedPass: false };

export const trying: TryFacts = {
  now,
  t: now,
  requestedT: undefined,
  isRepeat: false,
  isRefusedRepeat: false,
  code,
  mobileSends: [],
  mobileTries: [],
  provenSends: [],
  provenTries: [],
  deviceTries: [],
  guardedSends: [],
  guardedUsedAt: undefined,
  guardedTyped: [],
  guardedMisses: 0,
  isOwnCode: false,
  isGuardedCode: () => false,
};

// The facts of a first code request and a first try, for the tests of their rules.
import type { CodeRequestFacts } from '@inaam/server/codes/request-code.rules.ts';
import type { TryFacts } from '@inaam/server/codes/try-code.rules.ts';

export const now = 1_750_000_000_000;

const ofNumber = {
  now,
  t: now,
  mobileSends: [],
  mobileTries: [],
  provenSends: [],
  provenTries: [],
  guardedSends: [],
  guardedUsedAt: undefined,
  guardedMisses: 0,
};

export const asking: CodeRequestFacts = {
  ...ofNumber,
  call: 'register',
  consent: 'YES',
  rewarded: false,
  mayClaimAgain: false,
  blocked: false,
  isVerifiedHere: false,
  forgottenT: undefined,
  codeRequest: undefined,
  deviceSends: [],
  otherMobiles: [],
  otherAheadTs: [],
};

export const code = { expiresAt: now + 1, usedAt: undefined, tries: 0, isGuardedPass: false };

export const trying: TryFacts = {
  ...ofNumber,
  requestedT: undefined,
  isRepeat: false,
  isRefusedRepeat: false,
  code,
  deviceTries: [],
  guardedTyped: [],
  isOwnCode: false,
  isGuardedCode: () => false,
};

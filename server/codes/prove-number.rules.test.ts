import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rateLimits } from './rate-limits.rules.ts';
import { requestCode, type CodeRequestFacts } from './request-code.rules.ts';

const now = 1_750_000_000_000;
const times = (maxLength: number) =>
  fc.array(
    fc.integer({ min: 0, max: 90_000_000 }).map((ms) => now - ms),
    { maxLength },
  );

const anyFacts: fc.Arbitrary<CodeRequestFacts> = fc.record({
  now: fc.constant(now),
  t: fc.integer({ min: now - 1000, max: now }),
  call: fc.constant('prove' as const),
  consent: fc.constantFrom('YES' as const, 'NO' as const, undefined),
  rewarded: fc.boolean(),
  blocked: fc.boolean(),
  // A number's status is disclosed only to devices that have typed a correct code.
  isVerifiedHere: fc.constant(false),
  forgottenT: fc.option(fc.integer({ min: now - 1000, max: now }), { nil: undefined }),
  codeRequest: fc.option(
    fc.record({
      requestedT: fc.integer({ min: now - 2000, max: now }),
      aheadTs: fc.constant([]),
      guardedTyped: fc.constant([]),
      code: fc.option(
        fc.record({
          expiresAt: fc.integer({ min: now - 100_000, max: now + 300_000 }),
          used: fc.boolean(),
          tries: fc.integer({ min: 0, max: 5 }),
        }),
        { nil: undefined },
      ),
    }),
    { nil: undefined },
  ),
  mobileSends: times(18),
  mobileTries: times(32),
  guardedSends: times(3),
  guardedUsedAt: fc.constant(undefined),
  guardedMisses: fc.nat(20),
  deviceSends: times(8),
  otherMobiles: times(5),
  otherAheadTs: fc.constant([]),
});

test('[PER-5] proving a number takes as long as registering it, and reveals nothing about it', () => {
  fc.assert(
    fc.property(anyFacts, (facts) => {
      const unknown = { consent: 'YES', rewarded: false, blocked: false } as const;
      expect(requestCode(facts, rateLimits)).toEqual(
        requestCode({ ...facts, ...unknown, isVerifiedHere: false, call: 'register' }, rateLimits),
      );
    }),
  );
});

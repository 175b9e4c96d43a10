import { expect, test } from 'vitest';
import { code, now, trying } from '@inaam/testing/server/shopper/code-facts.ts';
import { rateLimits } from './rate-limits.rules.ts';
import {
  classifyCodeUse,
  isRefusalRemembered,
  tryCode,
  type TryFacts,
  type TryVerdict,
} from './try-code.rules.ts';

const minute = 60_000;
const ago = (...minutes: number[]) => minutes.map((each) => now - each * minute);
const times = (count: number) => Array.from({ length: count }, () => now);

const without = { code: 'none' } as const;
const guarded = { guardedSends: ago(1) };
const right = { isGuardedCode: () => true };

const tooMuch = (retryAfterSeconds: number, isGuarded: boolean) =>
  ({ kind: 'refuse', messageId: 'tryAgain', retryAfterSeconds, isGuarded }) as const;
const expired = { kind: 'refuse', messageId: 'expiredOtp' } as const;
const compare = { kind: 'compare', isCounted: true } as const;

test.each<[string, Partial<TryFacts>, TryVerdict]>([
  ['nothing was asked for', { code: undefined }, { kind: 'refuse', messageId: 'invalidData' }],
  ['a later code was asked for', { requestedT: now + 1 }, tooMuch(1, false)],
  [
    'the clock was set back since the code was asked for',
    { requestedT: now + 60 * minute },
    compare,
  ],
  ['no code of its own', without, expired],
  ['no tries left', { code: { ...code, tries: 5 } }, expired],
  ['no tries of the device left', { deviceTries: times(15) }, tooMuch(7200, false)],
  ['no tries of the mobile left', { mobileTries: times(10) }, tooMuch(1, true)],
  ['no tries of the mobile left, and no code', { ...without, mobileTries: times(10) }, expired],
  [
    'no tries of the mobile left, but a right code before',
    { mobileTries: times(10), code: { ...code, usedAt: now - 1 } },
    compare,
  ],
  [
    'no tries of the mobile left, but the last guarded code before',
    { mobileTries: times(10), code: { ...code, isGuardedPass: true } },
    compare,
  ],
  ['a copy of a refused try', { isRefusedRepeat: true }, tooMuch(1, false)],
  ['a copy of a refused try, without a code', { ...without, isRefusedRepeat: true }, expired],
  [
    'a copy of a guarded try, or of a refused one before a guarded code was sent',
    { ...without, ...guarded, ...right, isRefusedRepeat: true },
    { kind: 'refuse', messageId: 'invalidOtp' },
  ],
  [
    'a copy of a try, before a guarded code was sent',
    { ...without, ...guarded, ...right, isRepeat: true },
    { kind: 'refuse', messageId: 'invalidOtp' },
  ],
  ['its own code, where the mobile is guarded', { ...guarded, isOwnCode: true }, compare],
  [
    'a copy of a guarded try that was right, by a device with a code of its own',
    {
      ...guarded,
      isRepeat: true,
      isRefusedRepeat: true,
      guardedTyped: ago(1),
      isGuardedCode: (sentAt) => sentAt === now - minute,
    },
    tooMuch(240, true),
  ],
  [
    'a copy of a guarded try that was right',
    {
      ...without,
      ...guarded,
      isRefusedRepeat: true,
      guardedTyped: ago(1),
      isGuardedCode: (sentAt) => sentAt === now - minute,
    },
    tooMuch(240, true),
  ],
  [
    'a guarded code, by a device without tries',
    { ...without, ...guarded, ...right, deviceTries: times(15) },
    tooMuch(7200, false),
  ],
  ['no guarded misses left', { ...without, ...guarded, guardedMisses: 20 }, tooMuch(86_400, true)],
])('[OTP-5][OTP-6] trying a code is answered in full: %s', (_, facts, verdict) => {
  expect(tryCode({ ...trying, ...facts }, rateLimits)).toEqual(verdict);
});

const own = (change: object): Partial<TryFacts> => ({ code: { ...code, ...change } });

test.each<[string, Partial<TryFacts>, object]>([
  ['a live code', {}, compare],
  ['at its expiry', own({ expiresAt: now }), expired],
  ['after 4 tries', own({ tries: 4 }), compare],
  ['119.999 s after its use', own({ expiresAt: now - 1, usedAt: now - 119_999 }), compare],
  ['120 s after its use', own({ expiresAt: now - 1, usedAt: now - 120_000 }), expired],
  ['a copy, when the code has expired', { isRepeat: true, ...own({ expiresAt: now }) }, expired],
  [
    'a copy of a counted try, after 5 tries',
    { isRepeat: true, ...own({ tries: 5 }) },
    { kind: 'compare', isCounted: false },
  ],
  ['9 tries of the number', { mobileTries: times(9) }, compare],
])('[OTP-5][OTP-6] trying a code: %s', (_, facts, verdict) => {
  expect(tryCode({ ...trying, ...facts }, rateLimits)).toMatchObject(verdict);
});

test.each([
  [undefined, now, false, 'first'],
  [undefined, now, true, 'first'],
  [now - 1000, now - 999, false, 'again'],
  [now - 1000, now - 999, true, 'raced'],
  [now - 1000, now - 1000, false, 'raced'],
  [now - 1000, now - 5000, false, 'raced'],
  [now - 120_000, now, false, 'raced'],
])(
  '[OTP-5] a right code used at %s, signed at %s, repeat %s, is %s',
  (usedAt, t, isRepeat, worth) => {
    expect(classifyCodeUse({ usedAt, now, t, isRepeat })).toBe(worth);
  },
);

test.each<[string, Partial<TryFacts>, number, boolean]>([
  ['besides its own', {}, 240, true],
  ['without one of its own', without, 240, false],
  ['whose own has no tries left', { code: { ...code, tries: 5 } }, 240, false],
  ['after the pause', { ...without, guardedSends: ago(6) }, 1, false],
  ['just before its end', { ...without, guardedSends: [now - 299_500] }, 1, false],
])(
  '[OTP-5] a guarded code is tried %s: next after %i s, its own counted: %s',
  (_, facts, retryAfterSeconds, isCounted) => {
    const [sentAt = now] = facts.guardedSends ?? guarded.guardedSends;
    expect(tryCode({ ...trying, ...guarded, ...right, ...facts }, rateLimits)).toEqual({
      kind: 'guarded',
      isCounted,
      retryAfterSeconds,
      typed: [sentAt],
      isRight: true,
      misses: 0,
      isPassed: false,
    });
  },
);

test.each<[string, Partial<TryFacts>, boolean]>([
  ['a first try', {}, true],
  ['without a code of its own', without, true],
  ['nothing was asked for', { code: undefined }, false],
  ['meant for another code', { requestedT: now + 1 }, false],
  ['signed with the request', { requestedT: now }, true],
  ['a copy', { isRepeat: true }, false],
  ['a copy of a refused try', { isRefusedRepeat: true }, false],
])('[OTP-5] a refused try is remembered: %s, %s', (_, facts, isRemembered) => {
  expect(isRefusalRemembered({ ...trying, ...facts })).toBe(isRemembered);
});

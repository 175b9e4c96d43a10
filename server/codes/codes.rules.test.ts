import fc from 'fast-check';
import { expect, test } from 'vitest';
import { asking, now, trying as firstTry } from '@inaam/testing/server/shopper/code-facts.ts';
import { requestCode, type CodeRequestFacts } from './request-code.rules.ts';
import { rateLimits, waitMsOf } from './rate-limits.rules.ts';
import { tryCode, classifyCodeUse, type TryFacts } from './try-code.rules.ts';

const hour = 3_600_000;
const night = Date.parse('2025-06-15T20:00:00Z');

const unguarded = { aheadTs: [], guardedTyped: [] };
const alive = { expiresAt: now + 200_000, used: false, tries: 0 };
const ago = (...ms: number[]) => ms.map((each) => now - each);

test.each<[string, Partial<CodeRequestFacts>, object]>([
  ['a first registration', {}, { kind: 'send', code: 'new' }],
  ['without consent', { consent: undefined }, { messageId: 'invalidData' }],
  ['after a No', { consent: 'NO' }, { messageId: 'invalidData' }],
  ['a blocked number of another device', { blocked: true }, { kind: 'send', code: 'new' }],
  ['a rewarded number of another device', { rewarded: true }, { kind: 'send', code: 'new' }],
  [
    'a blocked number verified here',
    { blocked: true, isVerifiedHere: true },
    { messageId: 'invalidUser' },
  ],
  [
    'a rewarded number verified here',
    { rewarded: true, isVerifiedHere: true },
    { messageId: 'participationLimit' },
  ],
  ['a resend of nothing', { call: 'resend' }, { messageId: 'invalidData' }],
  [
    '59.999 s after a code',
    { mobileSends: ago(59_999) },
    { kind: 'wait', resendAfterSeconds: 1, keep: true },
  ],
  ['60 s after a code', { mobileSends: ago(60_000) }, { kind: 'send' }],
  [
    'the same t again',
    { codeRequest: { ...unguarded, requestedT: now, code: undefined } },
    { kind: 'wait', keep: false },
  ],
  [
    'the t of a request that was erased',
    { forgottenT: now },
    { kind: 'wait', resendAfterSeconds: 0, keep: false },
  ],
  ['a later t than that', { forgottenT: now - 1 }, { kind: 'send', code: 'new' }],
  [
    'a later t',
    { codeRequest: { ...unguarded, requestedT: now - 1, code: undefined } },
    { kind: 'send', code: 'new' },
  ],
  [
    'a live code',
    { codeRequest: { ...unguarded, requestedT: 0, code: alive } },
    { kind: 'send', code: 'same' },
  ],
  [
    '120 s of life left',
    { codeRequest: { ...unguarded, requestedT: 0, code: { ...alive, expiresAt: now + 120_000 } } },
    { code: 'same' },
  ],
  [
    'less than 120 s left',
    { codeRequest: { ...unguarded, requestedT: 0, code: { ...alive, expiresAt: now + 119_999 } } },
    { code: 'new' },
  ],
  [
    'a used code',
    { codeRequest: { ...unguarded, requestedT: 0, code: { ...alive, used: true } } },
    { code: 'new' },
  ],
  [
    'a code with 4 tries',
    { codeRequest: { ...unguarded, requestedT: 0, code: { ...alive, tries: 4 } } },
    { code: 'same' },
  ],
  [
    'a code with 5 tries',
    { codeRequest: { ...unguarded, requestedT: 0, code: { ...alive, tries: 5 } } },
    { code: 'new' },
  ],
  [
    '4 codes in a day',
    { mobileSends: ago(24 * hour - 1, 9e5, 8e5, 7e5) },
    { kind: 'send', code: 'guarded', resendAfterSeconds: 300 },
  ],
  [
    'the oldest of 4 a day ago',
    { mobileSends: ago(24 * hour, 9e5, 8e5, 7e5) },
    { kind: 'send', code: 'new' },
  ],
  [
    'two codes, at half past one at night',
    { now: night, t: night, mobileSends: [night - 9e5, night - 8e5] },
    { kind: 'send', code: 'guarded' },
  ],
  [
    'one code, at half past one at night',
    { now: night, t: night, mobileSends: [night - 9e5] },
    { kind: 'send', code: 'new' },
  ],
  [
    'the t of a request whose clock was ahead',
    {
      t: now + 9e4,
      codeRequest: { ...unguarded, requestedT: 0, aheadTs: [now + 9e4], code: alive },
    },
    { kind: 'wait', keep: false },
  ],
  ['the t of a request for another mobile', { otherAheadTs: [now] }, { kind: 'wait', keep: false }],
  [
    'a t before that',
    { codeRequest: { ...unguarded, requestedT: now - 6e4, aheadTs: [now + 9e4], code: alive } },
    { kind: 'send', code: 'same' },
  ],
  [
    '3 other numbers',
    { otherMobiles: ago(1, 2, 3) },
    { messageId: 'tryAgain', retryAfterSeconds: 7200 },
  ],
  ['2 other numbers', { otherMobiles: ago(1, 2) }, { kind: 'send' }],
  ['5 codes of the device', { deviceSends: ago(1, 2, 3, 4, 5) }, { messageId: 'tryAgain' }],
])('[OTP-6] asking for a code: %s', (_, facts, verdict) => {
  expect(requestCode({ ...asking, ...facts }, rateLimits)).toMatchObject(verdict);
});

test('[OTP-6] whatever the times, no window of a mobile contains more codes than its limit', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 2 * hour }), { maxLength: 60 }), (gaps) => {
      const sends: number[] = [];
      const guardedSends: number[] = [];
      let time = now;
      for (const gap of gaps) {
        time += gap;
        const verdict = requestCode(
          { ...asking, now: time, t: time, mobileSends: sends, guardedSends },
          rateLimits,
        );
        if (verdict.kind === 'send') {
          (verdict.code === 'guarded' ? guardedSends : sends).push(time);
        }
      }
      const pauses = guardedSends.slice(1).map((send, at) => send - (guardedSends[at] ?? send));
      expect(Math.min(...pauses)).toBeGreaterThanOrEqual(300_000);
      const maxOf = (times: readonly number[], withinMs: number) =>
        Math.max(
          0,
          ...times.map((from) => times.filter((at) => at >= from && at - from < withinMs).length),
        );
      for (const { max, withinMs } of rateLimits.mobile.sends) {
        expect(maxOf(sends, withinMs)).toBeLessThanOrEqual(max);
      }
      expect(maxOf([...sends, ...guardedSends], 24 * hour)).toBeLessThanOrEqual(12);
    }),
  );
});

const trying: TryFacts = { ...firstTry, requestedT: now };
const used = (ms: number) => ({
  expiresAt: now - 1,
  usedAt: now - ms,
  tries: 1,
  isGuardedPass: false,
});

test.each<[string, Partial<TryFacts>, object]>([
  ['a live code', {}, { kind: 'compare', isCounted: true }],
  ['nothing pending', { code: undefined }, { messageId: 'invalidData' }],
  ['no code of its own', { code: 'none' }, { messageId: 'expiredOtp' }],
  [
    'at its expiry',
    { code: { expiresAt: now, usedAt: undefined, tries: 0, isGuardedPass: false } },
    { messageId: 'expiredOtp' },
  ],
  [
    'after 4 tries',
    { code: { expiresAt: now + 1, usedAt: undefined, tries: 4, isGuardedPass: false } },
    { kind: 'compare' },
  ],
  [
    'after 5 tries',
    { code: { expiresAt: now + 1, usedAt: undefined, tries: 5, isGuardedPass: false } },
    { messageId: 'expiredOtp' },
  ],
  ['119.999 s after its use', { code: used(119_999) }, { kind: 'compare' }],
  ['120 s after its use', { code: used(120_000) }, { messageId: 'expiredOtp' }],
  [
    'a copy of a counted try, after 5 tries',
    {
      isRepeat: true,
      code: { expiresAt: now + 1, usedAt: undefined, tries: 5, isGuardedPass: false },
    },
    { kind: 'compare', isCounted: false },
  ],
  [
    'a copy, when the code has expired',
    { isRepeat: true, code: { expiresAt: now, usedAt: undefined, tries: 1, isGuardedPass: false } },
    { messageId: 'expiredOtp' },
  ],
  [
    'a try signed before the newest request of a code',
    { t: now - 1 },
    { messageId: 'tryAgain', retryAfterSeconds: 1 },
  ],
  ['9 tries of the number', { mobileTries: ago(1, 2, 3, 4, 5, 6, 7, 8, 9) }, { kind: 'compare' }],
  [
    '10 tries of the number',
    { mobileTries: ago(1, 2, 3, 4, 5, 6, 7, 8, 9, 10) },
    { messageId: 'tryAgain' },
  ],
  [
    '15 tries of the device',
    { deviceTries: Array.from({ length: 15 }, () => now) },
    { messageId: 'tryAgain' },
  ],
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

test('a clock that was set back gives no new allowance', () => {
  expect(
    waitMsOf([now + 5 * hour, now + 6 * hour], [{ max: 2, withinMs: hour }], now),
  ).toBeGreaterThan(0);
});

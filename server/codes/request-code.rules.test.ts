import fc from 'fast-check';
import { expect, test } from 'vitest';
import { asking, now } from '@inaam/testing/server/shopper/code-facts.ts';
import { rateLimits } from './rate-limits.rules.ts';
import {
  orderAfter,
  requestCode,
  type CodeRequestFacts,
  type CodeRequestVerdict,
} from './request-code.rules.ts';

const minute = 60_000;
const ago = (...minutes: number[]) => minutes.map((each) => now - each * minute);

const codeRequest = { requestedT: now - 1, aheadTs: [], guardedTyped: [], code: undefined };
const resend = { call: 'resend', codeRequest } as const;
const refuse = { kind: 'refuse' } as const;
const tooMuch = (retryAfterSeconds: number, isGuarded: boolean) =>
  ({ ...refuse, messageId: 'tryAgain', retryAfterSeconds, isGuarded }) as const;
const wait = { kind: 'wait', keep: true, isElsewhere: false } as const;
const guarded = { guardedSends: ago(1) };
const alive = { expiresAt: now + 200_000, usedAt: undefined, tries: 0 };
const used = { ...alive, usedAt: now - 10_000 };
const sentHere = (msAgo: number) => ({ mobileSends: [now - msAgo], deviceSends: [now - msAgo] });
const night = Date.parse('2025-06-15T20:00:00Z');
const typedCodeRequest = (sentAt: number) => ({ ...codeRequest, guardedTyped: [sentAt] });

test.each<[string, Partial<CodeRequestFacts>, CodeRequestVerdict]>([
  [
    'a resend of nothing',
    { call: 'resend' },
    { ...refuse, messageId: 'invalidData', reason: 'nothingPending' },
  ],
  [
    'without consent',
    { consent: 'NO' },
    { ...refuse, messageId: 'invalidData', reason: 'consentMissing' },
  ],
  [
    'a blocked number verified here',
    { blocked: true, isVerifiedHere: true },
    { ...refuse, messageId: 'invalidUser' },
  ],
  [
    'a rewarded number verified here',
    { rewarded: true, isVerifiedHere: true },
    { ...refuse, messageId: 'participationLimit' },
  ],
  [
    'a number verified here',
    { isVerifiedHere: true },
    { kind: 'send', code: 'new', resendAfterSeconds: 60 },
  ],
  [
    'a registration half a second too early',
    { ...sentHere(59_500), codeRequest: { ...codeRequest, code: alive } },
    { ...wait, resendAfterSeconds: 1 },
  ],
  [
    'another registration of a device that has used the code',
    { ...sentHere(20_000), codeRequest: { ...codeRequest, code: used }, rewarded: true },
    tooMuch(40, false),
  ],
  [
    'a registration of a device whose code has no tries left',
    { ...sentHere(20_000), codeRequest: { ...codeRequest, code: { ...alive, tries: 5 } } },
    tooMuch(40, false),
  ],
  ['a registration of a number that was erased', sentHere(20_000), tooMuch(40, false)],
  [
    'a proof by a device that has used the code',
    {
      call: 'prove',
      ...sentHere(20_000),
      codeRequest: { ...codeRequest, code: used },
      rewarded: true,
    },
    tooMuch(40, false),
  ],
  [
    'a registration before the reward: the used code leads back to it',
    { ...sentHere(20_000), codeRequest: { ...codeRequest, code: used }, isVerifiedHere: true },
    { ...wait, resendAfterSeconds: 40 },
  ],
  [
    'another claim of a number that has its reward',
    {
      ...sentHere(20_000),
      codeRequest: { ...codeRequest, code: used },
      isVerifiedHere: true,
      rewarded: true,
      mayClaimAgain: true,
    },
    tooMuch(40, false),
  ],
  [
    'a repeat of the registration whose code is used',
    {
      ...sentHere(20_000),
      codeRequest: { ...codeRequest, requestedT: asking.t, code: used },
    },
    { ...wait, resendAfterSeconds: 40, keep: false },
  ],
  [
    'a registration of a device that has used its code, and another device has a newer one',
    {
      mobileSends: [now - 90_000, now - 20_000],
      deviceSends: [now - 90_000],
      codeRequest: { ...codeRequest, code: used },
    },
    { ...wait, resendAfterSeconds: 40, isElsewhere: true },
  ],
  [
    'a registration of a number whose guarded codes are used',
    { guardedSends: [now - 20_000], guardedUsedAt: now - 10_000 },
    tooMuch(40, false),
  ],
  [
    'a registration of another device',
    { mobileSends: [now - 90_000, now - 20_000], deviceSends: [now - 90_000] },
    { ...wait, resendAfterSeconds: 40, isElsewhere: true },
  ],
  [
    'a proof of the number, of another device',
    { call: 'prove', mobileSends: [now - 20_000] },
    { ...wait, resendAfterSeconds: 40, isElsewhere: true },
  ],
  [
    'a repeat of it',
    { codeRequest: { ...codeRequest, requestedT: asking.t }, mobileSends: [now - 20_000] },
    { ...wait, resendAfterSeconds: 40, keep: false, isElsewhere: true },
  ],
  [
    'a resend half a second too early',
    { ...resend, mobileSends: [now - 59_500] },
    tooMuch(1, false),
  ],
  [
    'a resend in time',
    { ...resend, mobileSends: ago(1) },
    { kind: 'send', code: 'new', resendAfterSeconds: 60 },
  ],
  [
    'three other numbers, of a device that resends',
    { ...resend, otherMobiles: ago(0, 0, 0) },
    { kind: 'send', code: 'new', resendAfterSeconds: 60 },
  ],
  [
    'three other numbers, of a device that has registered this one',
    { codeRequest, otherMobiles: ago(0, 0, 0) },
    { kind: 'send', code: 'new', resendAfterSeconds: 60 },
  ],
  ['three other numbers', { otherMobiles: ago(0, 0, 0) }, tooMuch(7200, false)],
  ['five codes of the device', { deviceSends: ago(60, 50, 40, 30, 20) }, tooMuch(3600, false)],
  ['a guarded mobile, registered', guarded, { ...wait, resendAfterSeconds: 240 }],
  [
    'a guarded mobile, registered by a device that had no code before',
    { ...guarded, mobileSends: ago(3) },
    { ...wait, resendAfterSeconds: 240 },
  ],
  [
    'a guarded mobile, whose code may still be typed',
    { ...resend, ...guarded },
    { ...wait, resendAfterSeconds: 240 },
  ],
  [
    'a guarded mobile, whose code this device has typed',
    { call: 'resend', codeRequest: typedCodeRequest(now - minute), ...guarded },
    tooMuch(240, true),
  ],
  [
    'a mobile whose guarded code is used',
    { ...resend, ...guarded, guardedUsedAt: now - minute },
    { kind: 'send', code: 'new', resendAfterSeconds: 60 },
  ],
  [
    'a guarded mobile whose guarded code is used',
    { ...resend, ...guarded, guardedUsedAt: now - minute, mobileSends: ago(9, 8, 7, 6) },
    tooMuch(240, true),
  ],
  [
    'a guarded mobile after the pause',
    { ...resend, guardedSends: ago(5) },
    { kind: 'send', code: 'guarded', resendAfterSeconds: 240 * 60 },
  ],
  [
    'a guarded mobile with two valid codes',
    { ...resend, guardedSends: ago(10, 5) },
    { ...wait, resendAfterSeconds: 235 * 60 },
  ],
  [
    'a guarded mobile with two valid codes for long',
    { ...resend, guardedSends: ago(250, 240) },
    { kind: 'send', code: 'guarded', resendAfterSeconds: 240 * 60 },
  ],
  [
    'a guarded mobile with two valid codes, by a device that has typed one of them',
    { call: 'resend', codeRequest: typedCodeRequest(now - 5 * minute), guardedSends: ago(10, 5) },
    { kind: 'send', code: 'guarded', resendAfterSeconds: 300 },
  ],
  [
    'the same after two newer codes',
    {
      call: 'resend',
      codeRequest: typedCodeRequest(now - 15 * minute),
      guardedSends: ago(15, 10, 5),
    },
    { kind: 'send', code: 'guarded', resendAfterSeconds: 300 },
  ],
  [
    'a guarded mobile with two valid codes, by a device that has verified it',
    { ...resend, isVerifiedHere: true, guardedSends: ago(10, 5) },
    { kind: 'send', code: 'guarded', resendAfterSeconds: 300 },
  ],
  [
    'a guarded mobile that got eight codes on this day',
    { ...resend, isVerifiedHere: true, guardedSends: ago(640, 560, 480, 400, 320, 240, 160, 80) },
    { ...wait, resendAfterSeconds: 800 * 60 },
  ],
  [
    'a guarded mobile at night',
    { ...resend, now: night, t: night, guardedSends: [night - 4e6] },
    { ...wait, resendAfterSeconds: 5.5 * 3600 + 60 },
  ],
  [
    'a guarded mobile without a valid code at night',
    { ...resend, now: night, t: night, mobileSends: [9, 8, 7, 6].map((at) => night - at * minute) },
    { kind: 'send', code: 'guarded', resendAfterSeconds: 5.5 * 3600 + 60 },
  ],
  [
    'a guarded mobile at night, by a device that has typed its code',
    {
      call: 'resend',
      now: night,
      t: night,
      codeRequest: typedCodeRequest(night - 4e6),
      guardedSends: [night - 4e6],
    },
    { kind: 'send', code: 'guarded', resendAfterSeconds: 300 },
  ],
  [
    'a guarded mobile, by a device that has no codes left',
    { ...resend, guardedSends: ago(5), deviceSends: ago(5, 4, 3, 2, 1) },
    { kind: 'send', code: 'guarded', resendAfterSeconds: 240 * 60 },
  ],
])('[OTP-6] asking for a code is answered in full: %s', (_, facts, verdict) => {
  expect(requestCode({ ...asking, ...facts }, rateLimits)).toEqual(verdict);
});

const asked = (change: object | undefined, requestedT = 0): Partial<CodeRequestFacts> => ({
  codeRequest: { ...codeRequest, requestedT, code: change && { ...alive, ...change } },
});
const hour = 3_600_000;

test.each<[string, Partial<CodeRequestFacts>, object]>([
  ['a first registration', {}, { kind: 'send', code: 'new' }],
  ['a blocked number of another device', { blocked: true }, { kind: 'send', code: 'new' }],
  ['a rewarded number of another device', { rewarded: true }, { kind: 'send', code: 'new' }],
  ['59.999 s after a code', { mobileSends: [now - 59_999] }, { kind: 'wait' }],
  ['60 s after a code', { mobileSends: [now - 60_000] }, { kind: 'send' }],
  ['the same t again', asked(undefined, now), { kind: 'wait', keep: false }],
  ['a later t', asked(undefined, now - 1), { kind: 'send', code: 'new' }],
  ['the t of a request that was erased', { forgottenT: now }, { kind: 'wait', keep: false }],
  ['a later t than that', { forgottenT: now - 1 }, { kind: 'send', code: 'new' }],
  ['the t of a request for another mobile', { otherAheadTs: [now] }, { kind: 'wait', keep: false }],
  [
    'the t of a request whose clock was ahead',
    { t: now + 9e4, codeRequest: { ...codeRequest, aheadTs: [now + 9e4] } },
    { kind: 'wait', keep: false },
  ],
  [
    'a t before that',
    { codeRequest: { ...codeRequest, requestedT: now - 6e4, aheadTs: [now + 9e4], code: alive } },
    { kind: 'send', code: 'same' },
  ],
  ['a live code', asked({}), { kind: 'send', code: 'same' }],
  ['120 s of life left', asked({ expiresAt: now + 120_000 }), { code: 'same' }],
  ['less than 120 s left', asked({ expiresAt: now + 119_999 }), { code: 'new' }],
  ['a used code', asked(used), { code: 'new' }],
  ['a code with 4 tries', asked({ tries: 4 }), { code: 'same' }],
  ['a code with 5 tries', asked({ tries: 5 }), { code: 'new' }],
  [
    '4 codes in a day',
    { mobileSends: [now - 24 * hour + 1, ...ago(9, 8, 7)] },
    { code: 'guarded' },
  ],
  ['4 in more than a day', { mobileSends: [now - 24 * hour, ...ago(9, 8, 7)] }, { code: 'new' }],
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
  ['two other numbers', { otherMobiles: ago(0, 0) }, { kind: 'send' }],
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
      const { mobile } = rateLimits;
      for (const { max, withinMs } of [...mobile.sends, ...mobile.unprovenSends]) {
        expect(maxOf(sends, withinMs)).toBeLessThanOrEqual(max);
      }
      expect(maxOf([...sends, ...guardedSends], 24 * hour)).toBeLessThanOrEqual(12);
    }),
  );
});

test('[OTP-6] nobody is asked to wait for more than a day', () => {
  const forGood = [{ max: 1, withinMs: Number.MAX_SAFE_INTEGER }];
  const strict = { ...rateLimits, device: { ...rateLimits.device, sends: forGood } };
  const facts = { ...asking, deviceSends: ago(100_000) };
  expect(requestCode(facts, strict)).toEqual(tooMuch(86_400, false));
});

test('[OTP-6][SGN-3] a request of a clock that is ahead is known again, and later ones of a right clock are newer', () => {
  const ahead = orderAfter({ t: now + 299_000, now });
  expect(ahead).toEqual({ requestedT: now, aheadTs: [now + 299_000] });
  const later = orderAfter({ t: now + minute, now: now + minute }, ahead);
  expect(later).toEqual({ requestedT: now + minute, aheadTs: [now + 299_000] });
  // Until its signed time has passed.
  const last = orderAfter({ t: now + 300_000, now: now + 300_000 }, later);
  expect(last).toEqual({ requestedT: now + 300_000, aheadTs: [] });
});

test('[SGN-3] of many requests that are ahead, none that is forgotten is taken for a new one', () => {
  const ts = Array.from({ length: 13 }, (_, place) => now + 100_000 + place);
  const order = ts.reduce<ReturnType<typeof orderAfter> | undefined>(
    (before, t) => orderAfter({ t, now }, before),
    undefined,
  );
  expect(order).toEqual({ requestedT: now + 100_002, aheadTs: ts.slice(3) });
});

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
  mayClaimAgain: fc.boolean(),
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
          usedAt: fc.constant(undefined),
          tries: fc.integer({ min: 0, max: 5 }),
        }),
        { nil: undefined },
      ),
    }),
    { nil: undefined },
  ),
  mobileSends: times(18),
  mobileTries: times(32),
  provenSends: fc.constant([]),
  provenTries: fc.constant([]),
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

import { expect, test } from 'vitest';
import { asking, now } from '@inaam/testing/server/shopper/code-facts.ts';
import { rateLimits } from './rate-limits.ts';
import { requestCode, type CodeRequestFacts, type CodeRequestVerdict } from './request-code.ts';

const minute = 60_000;
const ago = (...minutes: number[]) => minutes.map((each) => now - each * minute);

const challenge = { requestedT: now - 1, guardedTriedAt: undefined, code: undefined };
const resend = { call: 'resend', challenge } as const;
const refuse = { kind: 'refuse' } as const;
const tooMuch = (retryAfterSeconds: number, isGuarded: boolean) =>
  ({ ...refuse, messageId: 'tryAgain', retryAfterSeconds, isGuarded }) as const;
const guarded = { guardedSends: ago(1) };

test.each<[string, Partial<CodeRequestFacts>, CodeRequestVerdict]>([
  [
    'a resend of nothing',
    { call: 'resend' },
    { ...refuse, messageId: 'invalidData', why: 'nothingPending' },
  ],
  [
    'without consent',
    { consent: 'NO' },
    { ...refuse, messageId: 'invalidData', why: 'consentMissing' },
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
    { mobileSends: [now - 59_500] },
    { kind: 'wait', resendAfterSeconds: 1, keep: true },
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
    { challenge, otherMobiles: ago(0, 0, 0) },
    { kind: 'send', code: 'new', resendAfterSeconds: 60 },
  ],
  ['three other numbers', { otherMobiles: ago(0, 0, 0) }, tooMuch(7200, false)],
  ['five codes of the device', { deviceSends: ago(60, 50, 40, 30, 20) }, tooMuch(3600, false)],
  ['a guarded mobile, registered', guarded, { kind: 'wait', resendAfterSeconds: 240, keep: true }],
  [
    'a guarded mobile, whose code may still be typed',
    { ...resend, ...guarded },
    { kind: 'wait', resendAfterSeconds: 240, keep: true },
  ],
  [
    'a guarded mobile, whose code this device has tried',
    { call: 'resend', challenge: { ...challenge, guardedTriedAt: now - minute }, ...guarded },
    tooMuch(240, true),
  ],
  [
    'a guarded mobile, whose code is used',
    { ...resend, ...guarded, guardedUsedAt: now - minute },
    tooMuch(240, true),
  ],
  [
    'a guarded mobile after the pause',
    { ...resend, guardedSends: ago(5) },
    { kind: 'send', code: 'guarded', resendAfterSeconds: 300 },
  ],
  [
    'a guarded mobile after the longer pause',
    { ...resend, guardedSends: ago(18, 13, 8) },
    { kind: 'send', code: 'guarded', resendAfterSeconds: 480 },
  ],
  [
    'a guarded mobile, by a device that has no codes left',
    { ...resend, guardedSends: ago(5), deviceSends: ago(5, 4, 3, 2, 1) },
    { kind: 'send', code: 'guarded', resendAfterSeconds: 300 },
  ],
])('[OTP-6] asking for a code is answered in full: %s', (_, facts, verdict) => {
  expect(requestCode({ ...asking, ...facts }, rateLimits)).toEqual(verdict);
});

test('[OTP-6] nobody is asked to wait for more than a day', () => {
  const forGood = [{ max: 1, withinMs: Number.MAX_SAFE_INTEGER }];
  const strict = { ...rateLimits, device: { ...rateLimits.device, sends: forGood } };
  const facts = { ...asking, deviceSends: ago(100_000) };
  expect(requestCode(facts, strict)).toEqual(tooMuch(86_400, false));
});

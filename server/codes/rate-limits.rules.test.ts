import { expect, test } from 'vitest';
import {
  deviceMemoryMs,
  guardedLimits,
  guardedMemoryMs,
  codesPerDay,
  limitsForClaims,
  rateLimits,
  waitMsOf,
  type RateLimit,
} from './rate-limits.rules.ts';

const now = 1_750_000_000_000;
const hour = 3_600_000;
const day = 24 * hour;
const { mobile, device } = rateLimits;

const windows: [string, readonly RateLimit[], [max: number, withinMs: number][]][] = [
  ['codes to a mobile', mobile.sends, [[4, day]]],
  ['codes to a mobile at night', mobile.nightSends, [[2, 9 * hour]]],
  ['guarded codes to a mobile', guardedLimits.sends, [[8, day]]],
  ['tries of a mobile', mobile.tries, [[10, day]]],
  [
    'codes of a device',
    device.sends,
    [
      [5, 2 * hour],
      [20, day],
    ],
  ],
  ['tries of a device', device.tries, [[15, 2 * hour]]],
  ['other mobiles of a device', device.mobiles, [[3, 2 * hour]]],
];

test.each(windows)('[OTP-6] %s are limited on both sides of each window', (_, limits, spans) => {
  for (const [max, withinMs] of spans) {
    const waitAfter = (count: number, ago: number) =>
      waitMsOf(
        Array.from({ length: count }, () => now - ago),
        limits,
        now,
      );
    expect(waitAfter(max - 1, withinMs - 1)).toBe(0);
    expect(waitAfter(max, withinMs - 1)).toBe(1);
    expect(waitAfter(max, withinMs)).toBe(0);
  }
});

test.each([
  ['codes', mobile.unprovenSends, 15],
  ['tries', mobile.tries, 30],
])('[OTP-6] the %s of a mobile end for the whole programme', (_, limits, max) => {
  const times = Array.from({ length: max }, () => now - 400 * day);
  expect(waitMsOf(times, limits, now)).toBe(Infinity);
  expect(waitMsOf(times.slice(1), limits, now)).toBe(0);
});

test('[OTP-6] the longest of several waits counts, whatever the order of the times', () => {
  const limits = [
    { max: 1, withinMs: 50 },
    { max: 2, withinMs: 200 },
    { max: 3, withinMs: 100 },
  ];
  expect(waitMsOf([now - 10, now - 90, now - 30], limits, now)).toBe(170);
  expect(waitMsOf([], limits, now)).toBe(0);
});

test('a number is sent more codes a day, the more often it may claim', () => {
  expect([undefined, 1, 2, 10].map((claims) => codesPerDay(claims))).toEqual([4, 4, 6, 22]);
});

test.each([1, 2, 10])(
  '%d claims at once, each with a Resend and four wrong codes, are never refused',
  (claims) => {
    const limits = limitsForClaims(rateLimits, claims);
    const before = (events: number) => Array.from({ length: events * claims - 1 }, () => now);
    for (const { sends } of [limits.mobile, limits.device])
      expect(waitMsOf(before(2), sends, now)).toBe(0);
    expect(waitMsOf(before(5), limits.device.tries, now)).toBe(0);
  },
);

test('nothing is forgotten before its limits have passed', () => {
  const ofDevice = [...device.sends, ...device.tries, ...device.mobiles];
  expect(deviceMemoryMs).toBe(Math.max(...ofDevice.map(({ withinMs }) => withinMs)));
  const { codeLifetimeMs, renewalPauseMs, sends } = guardedLimits;
  const ofGuarded = [codeLifetimeMs, renewalPauseMs, ...sends.map(({ withinMs }) => withinMs)];
  expect(guardedMemoryMs).toBeGreaterThan(Math.max(...ofGuarded));
});

test('a clock that was set back gives no new allowance', () => {
  expect(
    waitMsOf([now + 5 * hour, now + 6 * hour], [{ max: 2, withinMs: hour }], now),
  ).toBeGreaterThan(0);
});

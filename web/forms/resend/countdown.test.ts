import { resendAfterSeconds } from '@inaam/contract/limits.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { announcedSecondsOf, secondsLeft } from './countdown.ts';

const start = 1_746_500_000_000;
const deadline = start + resendAfterSeconds * 1000;

test.each([
  [0, 60],
  [1, 60],
  [999, 60],
  [1000, 59],
  [59_000, 1],
  [59_999, 1],
  [60_000, 0],
  [3_600_000, 0],
])('[OTP-1] after %s ms the countdown shows %s', (passed, left) => {
  expect(secondsLeft(deadline, start + passed)).toBe(left);
});

test('[OTP-2] the countdown is 0 exactly when Resend is possible', () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer(), (due, now) => {
      expect(secondsLeft(due, now) === 0).toBe(now >= due);
    }),
  );
});

test.each([
  [3600, 3600],
  [61, 120],
  [60, 60],
  [31, 60],
  [30, 30],
  [11, 30],
  [10, 10],
  [1, 10],
  [0, 0],
])('[OTP-1] with %s s left the last announcement is %s', (left, mark) => {
  expect(announcedSecondsOf(left)).toBe(mark);
});

test('[OTP-1] a minute is announced four times, not sixty', () => {
  const read = Array.from({ length: 61 }, (_, passed) => announcedSecondsOf(60 - passed));
  expect(new Set(read).size).toBe(4);
});

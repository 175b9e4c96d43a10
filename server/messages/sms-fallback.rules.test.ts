import { expect, test } from 'vitest';
import { mayTakeNextPath, pathsOfVoucher } from './delivery-limits.rules.ts';

test.each([
  ['accepted', false, false],
  ['refusedForGood', false, false],
  ['refusedForNow', true, true],
  ['resting', true, true],
  ['throttled', true, false],
  ['full', true, false],
  ['unknown', true, false],
] as const)(
  '[OTP-5] after %s the next path may have a code: %j, a voucher: %j',
  (outcome, code, voucher) => {
    expect(mayTakeNextPath('otp', outcome)).toBe(code);
    expect(mayTakeNextPath('voucher', outcome)).toBe(voucher);
  },
);

const dayMs = 86_400_000;
const [first, second, third] = [{ name: 'first' }, { name: 'second' }, { name: 'third' }];
const paths = [first, second, third];

test.each([
  ['no path', undefined, paths],
  ['the second', { path: 'second', since: 1 }, [second]],
  ['the second a day ago', { path: 'second', since: 0 }, [first, third, second]],
  ['a path that is gone', { path: 'old', since: 1 }, paths],
])('[CAM-6] where %s may have accepted a voucher', (_, uncertain, allowed) => {
  expect(pathsOfVoucher(paths, uncertain, dayMs)).toEqual(allowed);
});

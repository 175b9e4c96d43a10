import { expect, test } from 'vitest';
import { vouchersToReschedule } from './catch-up.ts';

test.each([
  { accepted: 0, failed: 0, expected: 0 },
  { accepted: 0, failed: 1, expected: 0 },
  { accepted: 1, failed: 0, expected: 4 },
  { accepted: 9, failed: 1, expected: 0 },
  { accepted: 10, failed: 1, expected: 40 },
  { accepted: 20, failed: 3, expected: 0 },
  { accepted: 2500, failed: 0, expected: 10_000 },
  { accepted: 50_000, failed: 0, expected: 10_000 },
])(
  'after $accepted accepted and $failed failed, $expected are to be due',
  ({ expected, ...recent }) => {
    expect(vouchersToReschedule(recent)).toBe(expected);
  },
);

import { expect, test } from 'vitest';
import { doesFail, vouchersToReschedule } from './delivery-limits.rules.ts';

test.each([
  { accepted: 0, failed: 0, fails: false },
  { accepted: 0, failed: 1, fails: true },
  { accepted: 9, failed: 1, fails: true },
  { accepted: 10, failed: 1, fails: false },
  { accepted: 29, failed: 3, fails: true },
  { accepted: 30, failed: 3, fails: false },
])('after $accepted accepted and $failed failed a path fails: $fails', ({ fails, ...lately }) => {
  expect(doesFail(lately)).toBe(fails);
});

test.each([
  { accepted: 0, wereDue: 0, expected: 0 },
  { accepted: 1, wereDue: 0, expected: 4 },
  { accepted: 1, wereDue: 4, expected: 0 },
  { accepted: 2, wereDue: 4, expected: 8 },
  { accepted: 400, wereDue: 1200, expected: 1600 },
  { accepted: 399, wereDue: 1200, expected: 0 },
  { accepted: 2500, wereDue: 0, expected: 10_000 },
  { accepted: 50_000, wereDue: 0, expected: 10_000 },
])(
  'after $accepted accepted of $wereDue that were due, $expected are to be due',
  ({ accepted, wereDue, expected }) => {
    expect(vouchersToReschedule(accepted, wereDue)).toBe(expected);
  },
);

test('a provider that takes 200 a second has its rate after five looks, however many wait', () => {
  const perLook = 400;
  let [due, looks] = [0, 0];
  // A single voucher was accepted.
  for (let accepted = 1; accepted < perLook; accepted = Math.min(due, perLook)) {
    due = vouchersToReschedule(accepted, due);
    looks += 1;
  }
  expect(looks).toBe(5);
});

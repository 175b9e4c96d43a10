import { expect, test } from 'vitest';
import { percentileOf } from './today-budget.rules.ts';

/** The database's formula (`inaam.rollup_bucket`). */
const bucketOf = (seconds: number) =>
  Math.max(0, Math.ceil(4 * Math.log2(Math.max(seconds, 0.1) * 10)));
const countsOf = (durations: readonly number[]) =>
  durations.map((seconds) => ({ bucket: bucketOf(seconds), count: 1 }));

test('without durations there is no median', () => {
  expect(percentileOf([], 0.5)).toBeNull();
  expect(percentileOf([{ bucket: 5, count: 0 }], 0.5)).toBeNull();
});

test.each([0.05, 0.1, 0.11, 0.4, 1, 1.5, 59, 3600, 90_000])(
  'the duration of %d seconds is found to a tenth',
  (seconds) => {
    const found = percentileOf(countsOf([seconds]), 0.5) ?? Number.NaN;
    expect(Math.abs(found - Math.max(seconds, 0.1)) / Math.max(seconds, 0.1)).toBeLessThan(0.1);
  },
);

test('median and p95 are those of the sorted durations, in whatever order buckets come', () => {
  const durations = Array.from({ length: 1000 }, (_, place) => 0.2 * 1.01 ** place);
  const counts = countsOf(durations).toReversed();
  for (const share of [0.5, 0.95, 1]) {
    const exact = durations[Math.ceil(share * durations.length) - 1] ?? Number.NaN;
    const found = percentileOf(counts, share) ?? Number.NaN;
    expect(Math.abs(found - exact) / exact).toBeLessThan(0.1);
  }
});

import { expect, test } from 'vitest';
import { forecastBudget, paceOf, percentileOf } from './budget-forecast.rules.ts';

const today = '2025-05-10';
const soon = { today, lastDay: '2025-08-03' };

test('of two whole days nothing is foretold, of three it is', () => {
  expect(forecastBudget([100, 100], { remaining: 500, ...soon })).toBeNull();
  expect(forecastBudget([100, 100, 100], { remaining: 500, ...soon })).not.toBeNull();
});

test('days that are all alike leave no doubt about the last one', () => {
  const day = '2025-05-14';
  const found = forecastBudget([100, 100, 100], { remaining: 500, ...soon });
  expect(found).toEqual({ earliest: day, likely: day, latest: day });
  expect(forecastBudget([100, 100, 100], { remaining: 501, ...soon })?.likely).toBe('2025-05-15');
});

test('the more the days differ, the wider it is, around the same likely day', () => {
  const calm = forecastBudget([90, 100, 110, 100], { remaining: 2000, ...soon });
  const wild = forecastBudget([10, 190, 20, 180], { remaining: 2000, ...soon });
  expect(calm?.likely).toBe('2025-05-29');
  expect(wild?.likely).toBe('2025-05-29');
  const width = (forecast: typeof calm) =>
    Date.parse(forecast?.latest ?? '') - Date.parse(forecast?.earliest ?? '');
  expect(width(calm)).toBeGreaterThan(0);
  expect(width(wild)).toBeGreaterThan(2 * width(calm));
});

test('what is used up on the last day is not used up before the end', () => {
  const days = [100, 100, 100];
  const lastDay = '2025-05-14';
  expect(forecastBudget(days, { remaining: 401, today, lastDay })).toBeNull();
  expect(forecastBudget(days, { remaining: 400, today, lastDay })?.likely).toBe('2025-05-13');
});

test('nothing is foretold where nothing is spent, or after the end', () => {
  expect(forecastBudget([0, 0, 0, 0], { remaining: 1, ...soon })).toBeNull();
  const after = { remaining: 1, today, lastDay: '2025-05-09' };
  expect(forecastBudget([100, 100, 100], after)).toBeNull();
});

test('only the last fourteen days count, so that a rush at the start is forgotten', () => {
  const calm = Array.from({ length: 14 }, () => 100);
  const found = forecastBudget([90_000, 80_000, ...calm], { remaining: 500, ...soon });
  expect(found?.likely).toBe('2025-05-14');
});

test('the pace is the mean of the last fourteen whole days, of three at least', () => {
  expect(paceOf([100, 200])).toBeNull();
  expect(paceOf([0, 100, 200])).toBe(100);
  expect(paceOf([90_000, ...Array.from({ length: 14 }, () => 100)])).toBe(100);
});

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

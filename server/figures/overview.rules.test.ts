import { expect, test } from 'vitest';
import {
  comparedPeriod,
  forecastBudget,
  paceOf,
  percentileOf,
  shareOfDay,
  sumOf,
  type OverviewCounts,
} from './overview.rules.ts';

const at = (text: string) => Date.parse(`${text}+05:30`);
const now = at('2025-05-21T12:30:20');

test.each([
  ['today', '2025-05-21', '2025-05-21', '2025-05-14', '2025-05-14', '2025-05-14T12:30:20'],
  ['7 days', '2025-05-15', '2025-05-21', '2025-05-08', '2025-05-14', '2025-05-14T12:30:20'],
  ['8 days', '2025-05-14', '2025-05-21', '2025-04-30', '2025-05-07', '2025-05-07T12:30:20'],
  ['yesterday', '2025-05-20', '2025-05-20', '2025-05-13', '2025-05-13', '2025-05-14T00:00:00'],
  ['days to come', '2025-05-20', '2025-05-23', '2025-05-13', '2025-05-14', '2025-05-14T12:30:20'],
])('%s is compared with the same weekdays before', (_, from, until, first, last, end) => {
  const compared = comparedPeriod({ from, until }, { now, programmeFrom: '2025-04-30' });
  expect(compared).toMatchObject({
    from: first,
    until: last,
    at: at(end),
    start: at(`${first}T00:00:00`),
  });
});

test('nothing before the programme is compared', () => {
  const period = { from: '2025-05-14', until: '2025-05-21' };
  expect(comparedPeriod(period, { now, programmeFrom: '2025-05-01' })).toBeNull();
});

test('of a day, a moment in it has the share of its hours, the running one by its minutes', () => {
  const counts = (visits: number): OverviewCounts => ({ ...sumOf([]), visits });
  const hours = [
    { start: at('2025-05-14T09:00:00'), counts: counts(10) },
    { start: at('2025-05-14T12:00:00'), counts: counts(8) },
    { start: at('2025-05-14T13:00:00'), counts: counts(2) },
  ];
  const share = shareOfDay(hours, at('2025-05-14T12:30:59'));
  expect(share.visits).toBe(14 / 20);
  // Of what did not happen on that day, the share of the day.
  expect(share.failed).toBeCloseTo(12.5 / 24, 2);
});

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

test('no day after the last one is foretold', () => {
  const found = forecastBudget([10, 190, 20, 180], {
    remaining: 2000,
    today,
    lastDay: '2025-05-28',
  });
  expect(found).toMatchObject({ likely: '2025-05-28', latest: '2025-05-28' });
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

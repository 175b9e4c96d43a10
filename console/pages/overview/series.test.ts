import { expect, test } from 'vitest';
import {
  budgetSeries,
  budgetSummary,
  isPlanInSight,
  recentPart,
  timeSeriesOf,
  timeSeriesSummary,
} from './series.ts';

const at = Date.parse('2025-05-06T14:20:00+05:30');
const start = (time: string) => Date.parse(`${time}:00+05:30`);
const none = {
  devices: 0,
  codes: 0,
  numbers: 0,
  verified: 0,
  claims: 0,
  rewarded: 0,
  asked: 0,
  bonuses: 0,
  wrong: 0,
  rupees: 0,
  sent: 0,
  delivered: 0,
  failed: 0,
};
const bucketOf = (time: string, visits: number) => ({
  start: start(time),
  counts: { ...none, visits },
});
const today = { from: '2025-05-06', until: '2025-05-06' };
const week = { from: '2025-04-30', until: '2025-05-06' };
const hours = (...series: ReturnType<typeof bucketOf>[]) => ({
  at,
  bucket: 'hour' as const,
  series,
  compared: null,
});

test('shows each hour of today up to now, with the empty ones; the last goes on', () => {
  const points = timeSeriesOf(hours(bucketOf('2025-05-06T09:00', 5)), today, 'visits');
  expect(points).toHaveLength(15);
  expect(points[9]).toMatchObject({ label: '09:00', value: 5, before: null, isRunning: false });
  expect(points[10]).toMatchObject({ label: '10:00', value: 0 });
  expect(points.at(-1)).toMatchObject({ label: '14:00', isRunning: true });
});

test('names the day of each hour if there are several', () => {
  const points = timeSeriesOf(hours(), { from: '2025-05-05', until: '2025-05-06' }, 'visits');
  expect(points[0]?.label).toBe('5 May, 00:00');
  expect(points[24]?.label).toBe('6 May, 00:00');
});

test('sets beside each day the same weekday of the compared period', () => {
  const compared = {
    from: '2025-04-23',
    until: '2025-04-29',
    at: at - 7 * 86_400_000,
    total: { ...none, visits: 9 },
    series: [bucketOf('2025-04-23T00:00', 4), bucketOf('2025-04-29T00:00', 5)],
  };
  const series = [bucketOf('2025-04-30T00:00', 3)];
  const answer = { at, bucket: 'day' as const, series, compared };
  const points = timeSeriesOf(answer, week, 'visits');
  expect(points.map(({ value, before }) => [value, before])).toEqual([
    [3, 4],
    ...Array.from({ length: 5 }, () => [0, 0]),
    [0, 5],
  ]);
  expect(points.filter(({ isRunning }) => isRunning).map(({ label }) => label)).toEqual(['6 May']);
});

test('says the total, and the most in one hour or day', () => {
  const summaryOf = (...series: ReturnType<typeof bucketOf>[]) =>
    timeSeriesSummary(timeSeriesOf(hours(...series), today, 'visits'), 'visits', 'hour');
  expect(summaryOf(bucketOf('2025-05-06T09:00', 5), bucketOf('2025-05-06T11:00', 1234))).toBe(
    '1,239 visits. Most: 1,234 visits, from 11:00.',
  );
  expect(summaryOf(bucketOf('2025-05-06T11:00', 1))).toBe('1 visit. Most: 1 visit, from 11:00.');
  expect(summaryOf()).toBe('0 visits.');
});

const programme = { from: '2025-05-01', to: '2025-05-10', isPaused: false };
const budget = {
  plannedRupees: 1000,
  grantedRupees: 400,
  days: [
    { day: '2025-05-01', rupees: 100 },
    { day: '2025-05-03', rupees: 300 },
  ],
  forecast: { earliest: '2025-05-05', likely: '2025-05-06', latest: '2025-05-09' },
  perDay: 200,
};
const lasting = { ...budget, forecast: null, perDay: 50 };
const day3 = '2025-05-03';

test('sums the budget by day, up to today, beside an even plan', () => {
  const points = budgetSeries({ budget, programme, today: day3 });
  expect(points.map(({ granted }) => granted)).toEqual([
    100,
    100,
    400,
    ...Array.from({ length: 7 }, () => null),
  ]);
  expect(points.map(({ plan }) => plan)).toEqual([
    100, 200, 300, 400, 500, 600, 700, 800, 900, 1000,
  ]);
});

test('begins with what was granted before the first listed day', () => {
  const points = budgetSeries({
    budget: { ...budget, grantedRupees: 450 },
    programme,
    today: day3,
  });
  expect(points.slice(0, 3).map(({ granted }) => granted)).toEqual([150, 150, 450]);
});

test('forecasts at the pace of the last days, up to the plan, with a range that grows', () => {
  const points = budgetSeries({ budget: lasting, programme, today: day3 });
  expect(points.map(({ likely }) => likely)).toEqual([
    null,
    null,
    400,
    450,
    500,
    550,
    600,
    650,
    700,
    750,
  ]);
  expect(points[1]).toMatchObject({ range: null });
  expect(points[2]).toMatchObject({ range: [400, 400] });
  const [least = 0, most = 0] = points[3]?.range ?? [];
  expect([least < 450, most > 450, least >= 400]).toEqual([true, true, true]);
  expect(points[9]?.range?.[1]).toBeGreaterThan(most);
  const whole = budgetSeries({ budget: { ...lasting, perDay: 500 }, programme, today: day3 });
  expect(whole.at(-1)).toMatchObject({ likely: 1000 });
  expect(whole.every(({ range }) => range === null || range[1] <= 1000)).toBe(true);
});

test('draws no forecast of too few days', () => {
  const points = budgetSeries({ budget: { ...lasting, perDay: null }, programme, today: day3 });
  expect(points.every(({ likely, range }) => likely === null && range === null)).toBe(true);
});

test('zooms to the days so far, with a forecast to as many again, without a plan far above what is spent', () => {
  const long = { ...programme, to: '2025-08-08' };
  const large = { ...lasting, plannedRupees: 1_00_000 };
  const all = budgetSeries({ budget: large, programme: long, today: day3 });
  const recent = recentPart(all);
  expect([all.length, recent.length]).toEqual([100, 6]);
  expect(isPlanInSight(recent)).toBe(false);
  expect(isPlanInSight(budgetSeries({ budget: lasting, programme, today: day3 }))).toBe(true);
  const later = budgetSeries({ budget: large, programme: long, today: '2025-05-20' });
  expect(recentPart(later)).toHaveLength(40);
  const unforeseen = { budget: { ...large, perDay: null }, programme: long, today: day3 };
  expect(recentPart(budgetSeries(unforeseen))).toHaveLength(3);
});

test.each([
  [
    { budget, today: day3 },
    '₹400 of ₹1,000 is spent (40%), and 30% of the time is gone. At the recent pace it ends on 6 May 2025, between 5 May 2025 and 9 May 2025.',
  ],
  [
    { budget: lasting, today: day3 },
    '₹400 of ₹1,000 is spent (40%), and 30% of the time is gone. It lasts to the end: at the recent pace, ₹750 (75%) by 10 May 2025.',
  ],
  [
    { budget: { ...lasting, perDay: null }, today: day3 },
    '₹400 of ₹1,000 is spent (40%), and 30% of the time is gone. A forecast needs three whole days.',
  ],
  [
    { budget: { ...budget, forecast: { ...budget.forecast, latest: '2025-05-10' } }, today: day3 },
    '₹400 of ₹1,000 is spent (40%), and 30% of the time is gone. At the recent pace it ends on 6 May 2025, on 5 May 2025 at the earliest.',
  ],
  [
    {
      budget: {
        ...budget,
        forecast: { earliest: '2025-05-09', likely: '2025-05-10', latest: '2025-05-10' },
      },
      today: day3,
    },
    '₹400 of ₹1,000 is spent (40%), and 30% of the time is gone. It may end early, from 9 May 2025 on.',
  ],
  [
    { budget: lasting, today: '2025-05-11' },
    '₹400 of ₹1,000 is spent (40%). The campaign has ended.',
  ],
  [
    { budget: { ...lasting, grantedRupees: 0, days: [] }, today: '2025-04-30' },
    '₹0 of ₹1,000 is spent (0%). The campaign begins on 1 May 2025.',
  ],
  [
    { budget: { ...budget, grantedRupees: 1000 }, today: day3 },
    '₹1,000 of ₹1,000 is spent (100%). The budget is used up.',
  ],
])('says in words how much is spent, in which part of the time (%#)', (facts, text) => {
  expect(budgetSummary({ ...facts, programme })).toBe(text);
});

test('promises no forecast in a campaign of one day', () => {
  const oneDay = { ...programme, from: day3, to: day3 };
  const facts = { budget: { ...lasting, perDay: null }, programme: oneDay, today: day3 };
  expect(budgetSummary(facts)).toBe('₹400 of ₹1,000 is spent (40%), and 100% of the time is gone.');
});

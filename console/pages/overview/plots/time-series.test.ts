import { expect, test } from 'vitest';
import { bucketTitle, timeSeriesOf, timeSeriesSummary } from './time-series.ts';

const at = Date.parse('2025-05-06T14:20:00+05:30');
const start = (time: string) => Date.parse(`${time}:00+05:30`);
const none = {
  devices: 0,
  codes: 0,
  numbers: 0,
  verified: 0,
  rewarded: 0,
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

test('titles a bucket by its weekday, and an hour by its end too', () => {
  const [point] = timeSeriesOf(hours(), today, 'visits');
  if (point === undefined) throw new Error('There is no hour.');
  expect(bucketTitle(point, 'hour')).toBe('Tue 6 May, 00:00 to 01:00');
  expect(bucketTitle(point, 'day')).toBe('Tue 6 May');
});

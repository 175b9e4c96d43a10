import { expect, test } from 'vitest';
import { timeSeriesOf, timeSeriesSummary } from './time-series.ts';

const now = Date.parse('2025-05-06T14:20:00+05:30');
const none = { verified: 0, devices: 0, numbers: 0, rupees: 0, sent: 0, delivered: 0, failed: 0 };
const hourOf = (time: string, visits: number) => ({
  hour: Date.parse(`${time}:00+05:30`),
  counts: { ...none, visits, codes: 2, rewarded: 1 },
});
const today = { from: '2025-05-06', until: '2025-05-06' };

test('shows each hour of today up to now, with the empty ones', () => {
  const { step, points } = timeSeriesOf([hourOf('2025-05-06T09:00', 5)], today, now);
  expect(step).toBe('hour');
  expect(points.map(({ label }) => label)).toHaveLength(15);
  expect(points[9]).toMatchObject({ label: '09:00', visits: 5, codes: 2, rewarded: 1 });
  expect(points[10]).toMatchObject({ label: '10:00', visits: 0 });
  expect(points.at(-1)?.label).toBe('14:00');
});

test('goes by hour for three days and by day for four', () => {
  const three = timeSeriesOf([], { from: '2025-05-04', until: '2025-05-06' }, now);
  const four = timeSeriesOf([], { from: '2025-05-03', until: '2025-05-06' }, now);
  expect(three.step).toBe('hour');
  expect(three.points[0]?.label).toBe('4 May, 00:00');
  expect(four.step).toBe('day');
  expect(four.points.map(({ label }) => label)).toEqual(['3 May', '4 May', '5 May', '6 May']);
});

test('adds the hours of a day in India, whose last is before midnight there', () => {
  const hours = [hourOf('2025-05-05T00:00', 3), hourOf('2025-05-05T23:00', 4)];
  const { points } = timeSeriesOf(hours, { from: '2025-05-01', until: '2025-05-06' }, now);
  expect(points.find(({ label }) => label === '5 May')).toMatchObject({ visits: 7, rewarded: 2 });
});

test('says the totals and the busiest hour in words', () => {
  const hours = [hourOf('2025-05-06T09:00', 5), hourOf('2025-05-06T11:00', 1234)];
  expect(timeSeriesSummary(timeSeriesOf(hours, today, now))).toBe(
    '1,239 visits, 4 codes and 2 rewards. Busiest hour: 11:00, with 1,234 visits.',
  );
  expect(timeSeriesSummary(timeSeriesOf([hourOf('2025-05-06T11:00', 1)], today, now))).toBe(
    '1 visit, 2 codes and 1 reward. Busiest hour: 11:00, with 1 visit.',
  );
  expect(timeSeriesSummary(timeSeriesOf([], today, now))).toBe('0 visits, 0 codes and 0 rewards.');
});

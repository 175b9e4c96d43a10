import { expect, test } from 'vitest';
import { daysBetween, daysOf, lengthOf, changeOf, shareOf } from './period.ts';
import { formatCount as format, formatRupees } from '../../ui/format.ts';

const now = Date.parse('2025-05-06T14:20:00+05:30');
const programme = { from: '2025-04-15', to: '2025-07-14' };

test('counts the days of each period, today included', () => {
  expect(daysOf('today', now, programme)).toEqual({ from: '2025-05-06', until: '2025-05-06' });
  expect(daysOf('week', now, programme)).toEqual({ from: '2025-04-30', until: '2025-05-06' });
  expect(lengthOf(daysOf('week', now, programme))).toBe(7);
  expect(lengthOf(daysOf('month', now, programme))).toBe(30);
});

test('takes all days from the start of the programme to its end, or to today', () => {
  expect(daysOf('all', now, programme)).toEqual({ from: '2025-04-15', until: '2025-05-06' });
  const afterEnd = Date.parse('2025-08-01T10:00:00+05:30');
  expect(daysOf('all', afterEnd, programme)).toEqual({ from: '2025-04-15', until: '2025-07-14' });
});

test('shows only today before the programme starts', () => {
  const early = Date.parse('2025-04-14T10:00:00+05:30');
  const today = { from: '2025-04-14', until: '2025-04-14' };
  expect(daysOf('all', early, programme)).toEqual(today);
  expect(daysOf('all', early, undefined)).toEqual(today);
});

test('lists the days between two days across the end of a month', () => {
  const days = ['2025-04-29', '2025-04-30', '2025-05-01'];
  expect(daysBetween({ from: '2025-04-29', until: '2025-05-01' })).toEqual(days);
});

test.each([
  [113, 100, 'up 13% on a week before'],
  [90, 100, 'down 10% on a week before'],
  [100, 100, 'as a week before'],
  [10_004, 10_000, 'as a week before'],
  [10_005, 10_000, 'up 0.1% on a week before'],
])('compares %d with %d of a week before', (now, before, text) => {
  expect(changeOf(now, before, { isOver: true, format })).toBe(text);
});

test('gives no share of a whole day to a day that goes on', () => {
  expect(changeOf(10, 1_40_000, { isOver: false, format: formatRupees })).toBe(
    '₹1,40,000 a week before, to the end of the day',
  );
});

test('compares with nothing and divides by nothing where there was nothing', () => {
  expect(changeOf(5, 0, { isOver: true, format })).toBeUndefined();
  expect(changeOf(5, 0, { isOver: false, format })).toBeUndefined();
  expect(shareOf(5, 0)).toBeUndefined();
  expect(shareOf(1, 8)).toBe('12.5%');
});

test('shows no share above the whole: some who win today came yesterday', () => {
  expect(shareOf(10, 10)).toBe('100%');
  expect(shareOf(11, 10)).toBeUndefined();
});

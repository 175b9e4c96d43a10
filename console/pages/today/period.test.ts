import { expect, test } from 'vitest';
import { daysBetween, daysOf, lengthOf } from './period.ts';

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

import { expect, test } from 'vitest';
import {
  dayOf,
  formatClock,
  formatCount,
  formatDay,
  formatDuration,
  formatRupees,
  formatShare,
  formatShort,
  formatTime,
  startOfDay,
} from './format.ts';

test('groups the digits of a count and of rupees as India does', () => {
  expect(formatCount(123_456)).toBe('1,23,456');
  expect(formatRupees(98_76_543)).toBe('₹98,76,543');
});

test('calls a small share small, and only nothing nothing', () => {
  expect(formatShare(0)).toBe('0%');
  expect(formatShare(0.00049)).toBe('under 0.1%');
  expect(formatShare(0.0005)).toBe('0.1%');
  expect(formatShare(0.621)).toBe('62.1%');
});

test('shortens a number of an axis from a lakh on', () => {
  expect(formatShort(99_999)).toBe('99,999');
  expect(formatShort(100_000)).toBe('1\u00a0L');
  expect(formatShort(9_990_000)).toBe('99.9\u00a0L');
  expect(formatShort(10_000_000)).toBe('1\u00a0Cr');
});

test('shows and labels times in India, whatever zone the browser has', () => {
  const evening = Date.parse('2025-05-05T18:45:07Z');
  expect(formatTime(evening)).toBe('6 May 2025, 00:15 IST');
  expect(formatClock(evening)).toBe('00:15:07 IST');
});

test('begins the day in India at half past six in the evening of UTC', () => {
  expect(dayOf(Date.parse('2025-05-05T18:29:59Z'))).toBe('2025-05-05');
  expect(dayOf(Date.parse('2025-05-05T18:30:00Z'))).toBe('2025-05-06');
  expect(startOfDay('2025-05-06')).toBe(Date.parse('2025-05-05T18:30:00Z'));
  expect(formatDay('2025-05-06')).toBe('6 May 2025');
});

test.each([
  [0.42, '0.4 s'],
  [9.96, '10 s'],
  [119, '119 s'],
  [120, '2 min'],
  [7199, '2 h'],
  [7500, '2 h 5 min'],
  [172_800, '2 days'],
])('says a duration of %d seconds in the unit that fits, on one line', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text.replaceAll(' ', '\u00a0'));
});

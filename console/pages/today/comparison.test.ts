import { expect, test } from 'vitest';
import { formatCount as format, formatRupees } from '../../ui/format.ts';
import { changeOf, shareOf } from './comparison.ts';

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

import { expect, test } from 'vitest';
import { percentileOf, spreadOf } from './figures.ts';

const hundred = Array.from({ length: 100 }, (_, place) => place + 1);

test.each([
  [hundred, 0.5, 50],
  [hundred, 0.99, 99],
  [hundred, 1, 100],
  [hundred, 0, 1],
  [[7], 0.99, 7],
  [[1, 2, 3], 0.5, 2],
  [[1, 2], 0.99, 2],
])(
  'the percentile is a value that was measured: of %j at %d it is %d',
  (values, share, expected) => {
    expect(percentileOf(values, share)).toBe(expected);
  },
);

test('of nothing there is no percentile', () => {
  expect(percentileOf([], 0.5)).toBeNaN();
});

test('a spread sorts by size, not by letters', () => {
  expect(spreadOf([10, 9, 100, 1.005])).toEqual({ count: 4, p50: 9, p99: 100, max: 100 });
});

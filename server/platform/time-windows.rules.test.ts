import { expect, test } from 'vitest';
import { timeWindows } from './period.rules.ts';

test.each([
  [[], []],
  [[100], [[90, 110]]],
  [[100, 105], [[90, 115]]],
  [
    [300, 100],
    [
      [90, 110],
      [290, 310],
    ],
  ],
  [[100, 120], [[90, 130]]],
  [
    [100, 121],
    [
      [90, 110],
      [111, 131],
    ],
  ],
])('around the moments %j are %j', (moments, windows) => {
  expect(timeWindows(moments, 10).map(({ from, until }) => [from, until])).toEqual(windows);
});

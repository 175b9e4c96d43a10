import { expect, test } from 'vitest';
import { changeOf, shareOf } from './comparison.ts';

test.each([
  [113, 100, 'up 13% on the week before'],
  [90, 100, 'down 10% on the week before'],
  [100, 100, 'as the week before'],
  [10_004, 10_000, 'as the week before'],
  [10_005, 10_000, 'up 0.1% on the week before'],
])('compares %d with %d of the week before', (now, before, text) => {
  expect(changeOf(now, before)?.text).toBe(text);
});

test('compares with nothing and divides by nothing where there was nothing', () => {
  expect(changeOf(5, 0)).toBeUndefined();
  expect(shareOf(5, 0)).toBeUndefined();
  expect(shareOf(1, 8)).toBe('12.5%');
});

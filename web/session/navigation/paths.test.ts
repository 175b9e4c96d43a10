import { expect, test } from 'vitest';
import { rewardPath } from './paths.ts';

const outcomes = [
  { amount: 3, angle: 180, screen: 'tnreward' },
  { amount: 5, angle: 300, screen: 'reward' },
  { amount: 10, angle: 60, screen: 'congrats' },
] as const;

test.each([
  [5, '/reward'],
  [3, '/tnreward'],
  [10, '/congrats'],
  [7, '/congrats'],
])('[WHL-6][REW-1] Rs. %s leads to %s', (amount, path) => {
  expect(rewardPath(amount, outcomes)).toBe(path);
});

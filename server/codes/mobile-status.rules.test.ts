import { expect, test } from 'vitest';
import { shutOut } from './guarded-mobile.rules.ts';

const usedAt = 1_750_000_000_000;

test.each([
  ['a mobile without a reward', false, undefined, undefined],
  ['a reward from before the code', false, usedAt - 1, 'rewarded'],
  ['a reward of the same millisecond', false, usedAt, 'rewarded'],
  ['a reward drawn after the code, when the call is repeated', false, usedAt + 1, undefined],
  ['a blocked mobile', true, undefined, 'blocked'],
  ['a blocked mobile with a reward', true, usedAt - 1, 'blocked'],
] as const)('[SES-6] %s', (_, isBlocked, rewardedAt, answer) => {
  expect(shutOut({ isBlocked, rewardedAt }, usedAt)).toBe(answer);
});

import { expect, test } from 'vitest';
import { accountProblem, daysLeftOf, type Account } from './account.rules.ts';

const now = 1_800_000_000_000;
const fine: Account = {
  amounts: [5],
  balance: 10_000,
  balanceAt: now,
  hookedAt: now,
  problem: null,
  open: 0,
  paying: 0,
  paid: 0,
  voucher: 0,
  waiting: 100,
  late: 0,
  review: 0,
  excess: 0,
  low: 0,
  perDay: 100,
};

test.each([
  [{}, undefined],
  [{ balance: 350 }, 'look'],
  [{ balance: 150 }, 'act'],
  [{ low: 1 }, 'act'],
  [{ problem: 'no answer' }, 'act'],
  [{ balanceAt: now - 3_600_001 }, 'act'],
  [{ balanceAt: null }, 'act'],
  [{ late: 1 }, 'act'],
  [{ excess: 1 }, 'act'],
  [{ review: 1 }, 'look'],
])('with %o somebody must: %s', (change, level) => {
  expect(accountProblem({ ...fine, ...change }, now)?.level).toBe(level);
});

test.each([
  [{}, 99],
  [{ balance: null }, null],
  [{ perDay: 0, waiting: 0 }, null],
  [{ perDay: 0, balance: 50 }, 0],
  [{ balance: 50 }, 0],
])('with %o the balance lasts for %s days', (change, days) => {
  expect(daysLeftOf({ ...fine, ...change })).toBe(days);
});

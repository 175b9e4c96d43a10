import { expect, test } from 'vitest';
import { debtClock, debtRows } from './debt-clock.ts';

const answerOf = (debts: { days: number; waiting: number; failed: number }[]) => ({
  at: 0,
  days: { warning: 2, error: 9, promised: 10 },
  debts,
  held: 0,
  heldIsMore: false,
  countedMax: null,
  reasons: [],
});

const clockOf = (...debts: [days: number, waiting: number, failed: number][]) =>
  debtClock(answerOf(debts.map(([days, waiting, failed]) => ({ days, waiting, failed }))));

test.each([
  [[], 'well', 'Every winner has their voucher.'],
  [[[1, 3, 0]], 'well', 'No voucher is owed for more than 2 days; 3 vouchers are owed for less.'],
  [[[2, 0, 1]], 'look', '1 voucher is owed for 2 days or more; 10 days are promised.'],
  [[[8, 1200, 0]], 'look', '1,200 vouchers are owed for 2 days or more; 10 days are promised.'],
  [
    [
      [9, 1, 1],
      [3, 5, 0],
    ],
    'act',
    '2 vouchers are owed for 9 days or more; 10 days are promised.',
  ],
] as const)('says of the debts %j that it is %s', (debts, level, text) => {
  expect(clockOf(...debts.map(([...debt]) => debt))).toMatchObject({ level, text });
});

test('says that not all of the debts were counted', () => {
  const debts = [{ days: 9, waiting: 10_000, failed: 0 }];
  const { text } = debtClock({ ...answerOf(debts), countedMax: 10_000 });
  expect(text).toBe('At least 10,000 vouchers are owed for 9 days or more; 10 days are promised.');
});

test('says how late the debts are, and adds up those that are later than promised', () => {
  const debts = [12, 10, 9, 8, 2, 1, 0].map((days) => ({ days, waiting: days, failed: 1 }));
  expect(debtRows(answerOf(debts))).toEqual([
    ['10+ days, too late', 22, 2],
    ['9 days, act now', 9, 1],
    ['8 days, late', 8, 1],
    ['2 days, late', 2, 1],
    ['1 day', 1, 1],
    ['less than a day', 0, 1],
  ]);
});

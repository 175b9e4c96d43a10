import { expect, test } from 'vitest';
import {
  ageRows,
  outlookOf,
  type AmountStock,
  type Deliveries,
  type Stock,
} from './stock-outlook.ts';

const at = Date.parse('2025-07-10T12:00:00+05:30');

type Amount = Partial<AmountStock>;
const stockOf = (amounts: Amount[] = [], lastDay = '2025-08-31'): Stock => ({
  at,
  lastDay,
  days: { warning: 7, error: 2 },
  amounts: amounts.map((amount) => ({
    amount: 10,
    free: 100,
    expiring: 0,
    expired: 0,
    owed: 0,
    perDay: 0,
    daysLeft: null,
    lastsUntil: null,
    ...amount,
  })),
  batches: [],
  hasMore: false,
});

type Debt = [days: number, waiting: number, held: number, failed: number];
const deliveriesOf = (debts: readonly Debt[]): Deliveries => ({
  at,
  days: { warning: 2, error: 9, promised: 10 },
  debts: debts.map(([days, waiting, held, failed]) => ({ days, waiting, held, failed })),
  countedMax: null,
  reasons: [],
});

const ending = (daysLeft: number, lastsUntil: string, perDay = 10): Amount => ({
  daysLeft,
  lastsUntil,
  perDay,
  free: daysLeft * perDay,
});

test('vouchers are added up by how late they are, without rows that have nothing', () => {
  const debts: Debt[] = [
    [12, 1, 0, 2],
    [10, 1, 0, 0],
    [8, 0, 3, 0],
    [2, 1, 0, 0],
    [0, 4, 0, 0],
  ];
  const rows = ageRows(deliveriesOf(debts));
  expect(rows.map((row) => [row.label, row.note, row.waiting, row.held, row.failed])).toEqual([
    ['10 days or more', 'Too late', 2, 0, 2],
    ['2 to 8 days', 'Delayed', 1, 3, 0],
    ['Under 2 days', 'On time', 4, 0, 0],
  ]);
  expect(ageRows(deliveriesOf([[9, 1, 0, 0]]))[0]?.label).toBe('9 days');
});

test.each<[string, string, string, Amount, string?]>([
  ['act', 'Used up', 'Load at least 1 code.', { free: 2, owed: 3 }],
  ['look', 'None in stock', 'No demand yet.', { free: 0 }],
  ['act', 'None in stock', 'Order more now.', ending(0, '2025-07-10')],
  ['well', 'No demand yet', '', {}],
  ['act', 'Lasts less than a day', 'Order more now.', { ...ending(0, '2025-07-10'), free: 5 }],
  ['act', 'Lasts 1 day, to 11 Jul 2025', 'Order more now.', ending(1, '2025-07-11')],
  ['look', 'Lasts 6 days, to 16 Jul 2025', 'Order more now.', ending(6, '2025-07-16')],
  ['none', 'Lasts 10 days, to 20 Jul 2025', 'Order more by 13 Jul 2025.', ending(10, '2025-07-20')],
  [
    'well',
    'Lasts to the last day',
    'About 70 codes left over on 12 Jul 2025.',
    ending(10, '2025-07-20'),
    '2025-07-12',
  ],
  ['well', 'Lasts to the last day', '', { ...ending(3, '2025-07-13'), free: 29 }, '2025-07-12'],
  ['well', 'The programme has ended', '', { free: 0 }, '2025-07-09'],
  ['act', 'Used up', 'Load at least 2 codes.', { free: 0, owed: 2 }, '2025-07-09'],
])('%s: %s. %s', (level, text, hint, amount, lastDay) => {
  const stock = stockOf([amount], lastDay);
  const [row] = stock.amounts;
  expect(row && outlookOf(row, stock)).toMatchObject({ level, text, hint });
});

import { expect, test } from 'vitest';
import {
  ageRows,
  outlookOf,
  problemsOf,
  type AmountStock,
  type Deliveries,
  type Reason,
  type Stock,
} from './stock-problems.ts';

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
const deliveriesOf = (debts: readonly Debt[], some: Partial<Deliveries> = {}): Deliveries => ({
  at,
  days: { warning: 2, error: 9, promised: 10 },
  debts: debts.map(([days, waiting, held, failed]) => ({ days, waiting, held, failed })),
  countedMax: null,
  reasons: [],
  smsPaise: 25,
  ...some,
});

const reasonOf = (reason: string, count: number, cause: Reason['cause']): Reason => ({
  reason,
  count,
  isMore: false,
  cause,
  meaning: 'A sentence.',
  remedy: 'Another.',
});

const ending = (daysLeft: number, lastsUntil: string, perDay = 10): Amount => ({
  daysLeft,
  lastsUntil,
  perDay,
  free: daysLeft * perDay,
});

test.each<[string, 'act' | 'look', Debt[]]>([
  ['1 voucher is owed for 5 days; 10 days are promised.', 'look', [[5, 1, 0, 0]]],
  ['1 voucher is owed for 9 days, and must arrive within a day.', 'act', [[9, 0, 0, 1]]],
  ['1 voucher is owed for 12 days, later than the promised 10.', 'act', [[12, 1, 0, 0]]],
  [
    '29 vouchers are owed for 2 days or more, the longest for 8; 10 days are promised.',
    'look',
    [
      [8, 20, 0, 0],
      [2, 9, 0, 0],
    ],
  ],
  [
    '1,204 vouchers are owed for 2 days or more: 1 is later than the promised 10 days, 3 must arrive within a day.',
    'act',
    [
      [11, 1, 0, 0],
      [9, 2, 0, 1],
      [3, 1200, 0, 0],
    ],
  ],
])('%s', (text, level, debts) => {
  expect(problemsOf(stockOf(), deliveriesOf(debts))).toEqual([
    { level, text, action: { kind: 'late' } },
  ]);
});

test('what was not counted to the end is at least as much', () => {
  const deliveries = deliveriesOf([[3, 3000, 0, 0]], { countedMax: 3000 });
  expect(problemsOf(stockOf(), deliveries)[0]?.text).toMatch(/^At least 3,000 vouchers are owed/);
});

test.each<[string, 'act' | 'look', Amount]>([
  ['12 winners of ₹10 wait for a code, and none is free.', 'act', { free: 0, owed: 12 }],
  ['1 winner of ₹10 waits for a code, and none is free.', 'act', { free: 0, owed: 1 }],
  ['3 winners of ₹10 wait for a code, and only 1 is free.', 'act', { free: 1, owed: 3 }],
  ['No ₹10 code is free: the next winner would wait.', 'look', { free: 0 }],
  ['No ₹10 code is free: the next winner would wait.', 'act', ending(0, '2025-07-10')],
  ['₹10 codes run out within a day.', 'act', { ...ending(0, '2025-07-10'), free: 9 }],
  [
    '₹10 codes run out in 1 day, on 11 Jul 2025, at the recent pace.',
    'act',
    ending(1, '2025-07-11'),
  ],
  [
    '₹10 codes run out in 6 days, on 16 Jul 2025, at the recent pace.',
    'look',
    ending(6, '2025-07-16'),
  ],
])('%s', (text, level, amount) => {
  expect(problemsOf(stockOf([amount]), deliveriesOf([]))).toEqual([
    { level, text, action: { kind: 'load' } },
  ]);
});

test('amounts without a code are one problem', () => {
  const stock = stockOf([3, 5, 10].map((amount) => ({ amount, free: 0 })));
  expect(problemsOf(stock, deliveriesOf([])).map(({ text }) => text)).toEqual([
    'No ₹3, ₹5 or ₹10 code is free: the next winner would wait.',
  ]);
});

test.each<[string, Stock]>([
  ['codes last for a week', stockOf([ending(7, '2025-07-17')])],
  ['nothing is asked for', stockOf([{}])],
  ['they last beyond the last day', stockOf([ending(3, '2025-07-13')], '2025-07-12')],
  ['the programme is over', stockOf([{ free: 0 }], '2025-07-09')],
])('there is no problem while %s', (_when, stock) => {
  expect(problemsOf(stock, deliveriesOf([[1, 5, 0, 0]]))).toEqual([]);
});

const unknown = (verb: string, subject: string) =>
  `${subject} ${verb} no receipt: it is not known whether`;

test.each<[string, Parameters<typeof reasonOf>, number | null]>([
  ['1,204 vouchers failed: “phone not reached”.', ['phone not reached', 1204, 'phone'], 250],
  ['1 voucher failed: “not delivered”.', ['not delivered', 1, 'provider'], 0.25],
  [`${unknown('have', '2 vouchers')} they arrived.`, ['no receipt', 2, 'provider'], 0.5],
  [`${unknown('has', '1 voucher')} it arrived.`, ['no receipt', 1, 'provider'], 0.25],
  [
    '14 vouchers failed: “number not in use”. No SMS can arrive there.',
    ['number not in use', 14, 'dead'],
    null,
  ],
])('%s', (text, of, rupees) => {
  const [reason] = of;
  const deliveries = deliveriesOf([], {
    reasons: [reasonOf(...of), reasonOf('erased', 9, 'erased')],
  });
  const action = rupees === null ? { kind: 'settle', reason } : { kind: 'resend', rupees, reason };
  expect(problemsOf(stockOf(), deliveries)).toEqual([{ level: 'look', text, action }]);
});

test('what is held is said, and what is urgent comes first', () => {
  const reasons = [reasonOf('DND', 20, 'setup'), reasonOf('template mismatch', 19, 'setup')];
  const found = problemsOf(stockOf([{ free: 0 }]), deliveriesOf([[0, 0, 1, 0]], { reasons }));
  expect(found).toEqual([
    { level: 'act', text: '20 vouchers failed: “DND”.', action: { kind: 'reasons' } },
    expect.objectContaining({ action: { kind: 'load' } }),
    expect.objectContaining({ text: '19 vouchers failed: “template mismatch”.' }),
    {
      level: 'look',
      text: '1 voucher is held for review; the delivery promise still applies.',
      action: { kind: 'decide' },
    },
  ]);
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
  ['well', 'Lasts 10 days, to 20 Jul 2025', 'Order more by 13 Jul 2025.', ending(10, '2025-07-20')],
  [
    'well',
    'Lasts to the last day',
    'About 70 codes left over on 12 Jul 2025.',
    ending(10, '2025-07-20'),
    '2025-07-12',
  ],
  ['well', 'The programme has ended', '', { free: 0 }, '2025-07-09'],
])('%s: %s. %s', (level, text, hint, amount, lastDay) => {
  const stock = stockOf([amount], lastDay);
  const [row] = stock.amounts;
  expect(row && outlookOf(row, stock)).toMatchObject({ level, text, hint });
});

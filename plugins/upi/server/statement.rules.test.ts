import { expect, test } from 'vitest';
import { compare, readStatement } from './statement.rules.ts';

test.each([
  [['Transfer ID', 'Amount (INR)', 'Status'], 'It needs the columns'],
  [['transfer_id', 'amount', 'status'], [{ key: 'a', amount: 1500, isPaid: true }]],
  [['Reference Id', 'Payout Amount', 'Payout Status'], [{ key: 'a', amount: 1500, isPaid: true }]],
])('a statement with the columns %j is read, or says what it lacks', (head, read) => {
  const found = readStatement([head, ['a', '₹1,500.00', 'SUCCESS']]);
  expect(found).toEqual(typeof read === 'string' ? expect.stringContaining(read) : read);
});

test('a line without an amount is named', () => {
  const rows = [
    ['transfer_id', 'status', 'amount'],
    ['a', 'SUCCESS', '5'],
    ['b', 'SUCCESS', 'x'],
  ];
  expect(readStatement(rows)).toBe('Line 3 has no amount.');
});

test('each difference is found, and what both say is none', () => {
  const paid = (key: string, amount = 5) => ({ key, amount, isPaid: true });
  const stored = (key: string, state: string, amount = 5) => ({ key, amount, state });
  const lines = [
    paid('same'),
    paid('unknown'),
    paid('unpaid'),
    paid('other amount', 6),
    paid('twice'),
    paid('twice'),
    { ...paid('failed'), isPaid: false },
  ];
  const known = [
    stored('same', 'paid'),
    stored('unpaid', 'pending'),
    stored('other amount', 'paid'),
    stored('twice', 'paid'),
    stored('failed', 'failed'),
    stored('unsent', 'paid'),
  ];
  const keysOf = (found: readonly { key: string }[]) => found.map(({ key }) => key);
  const { unknown, unpaid, unsent, wrong } = compare(lines, known);
  expect([unknown, unpaid, unsent, wrong].map((one) => keysOf(one))).toEqual([
    ['unknown'],
    ['unpaid'],
    ['unsent'],
    ['other amount', 'twice'],
  ]);
});

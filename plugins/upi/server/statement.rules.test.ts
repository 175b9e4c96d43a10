import { expect, test } from 'vitest';
import { compare, statementReader } from './statement.rules.ts';

test.each([
  [['Transfer ID', 'Amount (INR)', 'Status'], 'it needs the columns'],
  [['transfer_id', 'amount', 'status'], { key: 'a', amount: 1500, isPaid: true }],
  [['Reference Id', 'Payout Amount', 'Payout Status'], { key: 'a', amount: 1500, isPaid: true }],
])('a statement with the columns %j is read, or says what it lacks', (names, read) => {
  const found = statementReader({ names });
  const line = 'problem' in found ? found.problem : found.rowOf(['a', '₹1,500.00', 'SUCCESS']);
  expect(line).toEqual(typeof read === 'string' ? expect.stringContaining(read) : read);
});

test.each(['', 'x', '-5', '1e3'])('a line with the amount "%s" is named', (amount) => {
  const found = statementReader({ names: ['transfer_id', 'status', 'amount'] });
  if ('problem' in found) throw new Error(found.problem);
  expect(found.rowOf(['b', 'SUCCESS', amount])).toEqual({ kind: 'has no amount' });
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

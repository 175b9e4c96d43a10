// The statement of a month beside what is stored: nothing is paid again, and what differs is asked.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import {
  operatorVariables,
  runOperatorInProcess,
} from '@inaam/testing/server/operator/operator-in-process.ts';
import { folderOfFile } from '@inaam/testing/setup/folders.ts';
import { durableTestDatabase } from '@inaam/testing/setup/cluster/test-database.ts';
import { payingServer } from '../testing/paying-server.ts';

const server = await payingServer('cashfree', undefined, durableTestDatabase);
const { bank, payer, work } = server;
afterAll(() => server.close());
const folder = await folderOfFile();

async function reconcile(statement: string) {
  const file = path.join(folder, 'statement.csv');
  await writeFile(file, statement);
  const days = ['--from', '2020-01-01', '--until', '2035-01-01'];
  const given = ['payouts', 'reconcile', file, ...days, '--why', 'month end', '--by', 'asha'];
  const variables = operatorVariables(server.databaseUrl);
  return runOperatorInProcess([...given, '--json'], { variables });
}
async function paidAs(state: 'paid' | 'pending') {
  const winner = await server.winner();
  bank.outcome = { state, code: '' };
  await server.confirmed(winner);
  await work();
  const { rows } = await server.database.query<{ transfer: string }>(
    'select transfer from inaam.upi_payout where pseudonym = $1',
    [server.keys.pseudonymOf(server.keys.mobileIndex(winner.mobile))],
  );
  return { winner, key: rows[0]?.transfer ?? '' };
}

test('what the statement has otherwise is named, and asked of the provider, who alone decides', async () => {
  const same = await paidAs('paid');
  const unsent = await paidAs('paid');
  const unpaid = await paidAs('pending');
  const transfers = bank.transfers.size;
  const result = await reconcile(
    [
      '\uFEFFTransfer ID;Status;Amount;Note',
      `${same.key};SUCCESS;3;"two`,
      'lines"',
      `${unpaid.key};SUCCESS;3.00;`,
      'of-another;SUCCESS;5;',
    ].join('\r\n'),
  );
  expect(result.json()).toMatchObject({
    lines: 3,
    unknown: [{ key: 'of-another', amount: 5 }],
    unpaid: [{ key: unpaid.key }],
    unsent: [{ key: unsent.key }],
    wrong: [],
  });
  expect(result.exit).not.toBe(0);
  bank.become(unpaid.key, 'paid', '');
  bank.become(unsent.key, 'reversed', 'BENE_BANK_DECLINED');
  await payer.askPayouts();
  expect(await server.debtOf(unpaid.winner)).toMatchObject({ state: 'paid' });
  expect(await server.debtOf(unsent.winner)).toMatchObject({ state: 'open', why: 'bank' });
  expect(bank.transfers.size).toBe(transfers);
});

test('a file that is no statement changes nothing, and its line is named', async () => {
  for (const [file, said] of [
    ['transfer_id,status,amount\na,SUCCESS,\n', 'line 2: has no amount'],
    ['number,text\n1,2\n', 'line 1: it needs the columns transfer_id'],
  ] as const) {
    const { exit, errors } = await reconcile(file);
    expect([exit === 0, errors]).toEqual([false, expect.stringContaining(said)]);
  }
});

// Loading the stock: valid files, loading completely or not at all, and paying winners who wait.
import { countWithdrawable, withdrawVoucherBatch } from './voucher-batches.sql.ts';
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { testDelivery } from '@inaam/testing/server/delivery/test-delivery.ts';
import { durableTestDatabase } from '@inaam/testing/setup/cluster/test-database.ts';
import { waitUntil } from '@inaam/testing/server/wait-until.ts';
import {
  newestAudits,
  runOperatorInProcess,
  operatorSecrets,
  operatorVariables,
} from '@inaam/testing/server/operator/operator-in-process.ts';
import { readStockAtHand } from './stock-at-hand.sql.ts';
import { folderOfFile } from '@inaam/testing/setup/folders.ts';

const fixture = await testDelivery(durableTestDatabase, operatorSecrets);
const variables = operatorVariables(fixture.url);
const why = ['--why', 'batch 7', '--by', 'asha', '--yes'];

const folder = await folderOfFile();

const row = (number: number, amount: number) => `CODE-${number},${amount}`;
const rows = (count: number, amount = 3) =>
  Array.from({ length: count }, (_, at) => row(10_000 + at, amount));

async function fileOf(lines: readonly string[]): Promise<string> {
  const file = path.join(folder, 'codes.csv');
  await writeFile(file, ['code,amount', ...lines, ''].join('\n'));
  return file;
}

const load = async (lines: readonly string[], options = why, changed = {}) =>
  runOperatorInProcess(['vouchers', 'load', await fileOf(lines), ...options], {
    variables: { ...variables, ...changed },
  });
test('[CAM-6] a file is loaded completely, and loading it again changes nothing', async () => {
  const file = await fileOf([row(1, 3), row(2, 5), row(3, 10), row(4, 3)]);
  const first = await runOperatorInProcess(['vouchers', 'load', file, ...why, '--json'], {
    variables,
  });
  const byAmount = { 'Rs 3': 2, 'Rs 5': 1, 'Rs 10': 1 };
  const expected = { campaign: fixture.campaign.id, count: 4, byAmount };
  expect(first.json()).toEqual({ ...expected, result: 'loaded', batch: expect.any(Number) });
  expect(await fixture.freeCodes()).toEqual({ 3: 2, 5: 1, 10: 1 });

  const again = await runOperatorInProcess(['vouchers', 'load', file, ...why, '--json'], {
    variables,
  });
  expect(again).toMatchObject({ exit: 0 });
  expect(again.json()).toEqual({ ...expected, result: 'already', batch: null });
  expect(await fixture.freeCodes()).toEqual({ 3: 2, 5: 1, 10: 1 });

  expect(await newestAudits(variables)).toMatchObject([
    { command: 'vouchers load', by: 'asha', reason: 'batch 7', details: { count: 4, 'Rs 3': 2 } },
  ]);
});

test('columns that are not read are named: a code may need its PIN', async () => {
  const file = path.join(folder, 'pins.csv');
  await writeFile(file, 'code,amount,PIN,Batch No\nCODE-1,3,4711,9\n');
  const said = async (options: readonly string[]) => {
    const words = ['vouchers', 'load', file, ...options];
    const { output, errors } = await runOperatorInProcess(words, { variables });
    return output + errors;
  };
  const note = '(1 of Rs 3). Not read: “PIN”, “Batch No”. Winners get the code alone.';
  expect(await said(['--dry-run'])).toContain(note);
  expect(await said(why.slice(0, -1))).toContain('Not read: “PIN”, “Batch No”.');
  expect(await said(why)).toContain(note);
});

test('a dry run and an unconfirmed load change nothing', async () => {
  const lines = rows(3);
  expect((await load(lines, ['--dry-run'])).output).toContain('These would be loaded: 3 codes');
  const refused = await load(lines, ['--why', 'batch 7']);
  expect(refused).toMatchObject({ exit: 1, output: '' });
  expect(refused.errors).toContain('will be added to the stock');
  expect((await load(lines, ['--yes'])).errors).toContain('Give a reason');
  expect(await fixture.freeCodes()).toEqual({});
});

test.each([
  ['a code twice', [row(1, 3), row(2, 3), row(1, 5)], 'line 4: has the same code as line 2\n'],
  ['an amount that there is not', [row(1, 4)], 'line 2: its amount is not one of 3, 5, 10'],
  ['no amount', ['CODE-1'], 'line 2: has other columns than the first line'],
  ['one column more', ['CODE-1,3,9'], 'line 2: has other columns than the first line'],
  ['nothing', [], 'has no codes'],
])('[CAM-6] a file with %s is refused as a whole', async (_, lines, sentence) => {
  const { exit, output, errors } = await load(lines);
  expect({ exit, output }).toEqual({ exit: 1, output: '' });
  expect(errors).toContain(sentence);
  expect(errors).not.toMatch(/CODE-/);
  expect(await fixture.freeCodes()).toEqual({});
});

test('[CAM-6] a file with codes already in stock is refused as a whole, with their lines', async () => {
  await load([row(1, 3), row(2, 5)]);
  const some = await load([row(3, 3), row(1, 3)]);
  expect(some.exit).toBe(1);
  expect(some.errors).toContain('1 line is invalid.\n  line 3: its code is already in the stock\n');
  const twice = await load([row(1, 3), row(1, 3), row(3, 5)]);
  expect(twice.errors).toContain('2 lines are invalid.');
  expect(twice.errors).toContain('line 3: has the same code as line 2\n');
  expect(twice.errors).toContain('line 2: its code is already in the stock\n');
  const other = await load([row(1, 3), row(2, 10)]);
  expect(other.errors).toContain('line 3: its code is already in the stock, for Rs 5 or');
  expect(await fixture.freeCodes()).toEqual({ 3: 1, 5: 1 });
});

// A statement takes 5,000 codes. One more needs a second statement, in the same transaction.
test('nothing is loaded with keys that cannot open the stock', async () => {
  const lines = [row(1, 3)];
  await load(lines);
  const other = randomBytes(32).toString('base64');
  for (const [name, value] of [
    ['INDEX_SECRET', other],
    ['VOUCHER_SEAL_KEYS', `1:${other}`],
  ] as const) {
    const { exit, errors } = await load([row(2, 3)], why, { [name]: value });
    expect(exit).toBe(1);
    expect(errors).toContain(`${name} differs from the one that campaign`);
    expect(errors).not.toContain(other);
  }
  // A new first key works with the old one beside it.
  const ring = { VOUCHER_SEAL_KEYS: `2:${other},${variables['VOUCHER_SEAL_KEYS']}` };
  expect((await load([row(2, 3)], why, ring)).exit).toBe(0);
  expect(await fixture.freeCodes()).toEqual({ 3: 2 });
});

test('[CAM-6] owed rewards are counted, and paid once codes are loaded', async () => {
  const delivery = await fixture.deliver();
  onTestFinished(() => delivery.stop());
  const { id, mobile } = await fixture.grantVoucher(5);
  await waitUntil(async () =>
    (await fixture.waiting()).some(({ leased_until }) => leased_until === null),
  );
  const stock = () => readStockAtHand(fixture.database, fixture.campaign, fixture.clocks);
  expect((await stock())[1]).toEqual({ amount: 5, free: 0, owed: 1 });
  expect((await load([row(1, 5)])).exit).toBe(0);
  await waitUntil(async () => (await fixture.message(id))?.state === 'sent');
  expect((await fixture.textsTo(mobile))[0]).toContain('CODE-1');
  expect((await stock())[1]).toEqual({ amount: 5, free: 0, owed: 0 });
});

test('a missing file is a usage error', async () => {
  const missing = await runOperatorInProcess(['vouchers', 'load', '/nowhere/codes.csv', ...why], {
    variables,
  });
  expect(missing.exit).toBe(2);
  expect(missing.errors).toContain('File not found');
});

test('[CAM-6] columns are named, an expiry is kept, and codes that expire too soon are refused', async () => {
  const file = path.join(folder, 'issuer.csv');
  const lines = ['Serial;Voucher No;Valid till', '1;CODE-1;31/12/2027', '2;CODE-2;2026-05-01', ''];
  await writeFile(file, lines.join('\r\n'));
  const columns = ['--separator', 'semicolon', '--code-column', 'voucher no'];
  const words = ['vouchers', 'load', file, ...why, ...columns, '--expiry-column', 'Valid till'];
  const unnamed = await runOperatorInProcess(words, { variables });
  expect(unnamed.errors).toContain('or write --amount-of-all');
  words.push('--amount-of-all', '5');
  // By the campaign's day, 1 May 2025: a year later is 1 May 2026.
  const late = await runOperatorInProcess(words, { variables, day: '2025-05-02' });
  expect(late.exit).toBe(1);
  expect(late.errors).toContain('line 3: expires before 2026-05-02');
  expect((await runOperatorInProcess(words, { variables })).exit).toBe(0);
  const { rows } = await fixture.database.query(
    `select expires_on::text as day, amount, count(*)::integer as codes
     from inaam.voucher join inaam.voucher_batch on number = batch
     group by expires_on, amount order by expires_on`,
  );
  expect(rows).toEqual([
    { day: '2026-05-01', amount: 5, codes: 1 },
    { day: '2027-12-31', amount: 5, codes: 1 },
  ]);
  const soon = await runOperatorInProcess(
    ['vouchers', 'load', file, '--expiry-of-all', '2026-04-30'],
    { variables },
  );
  expect(soon).toMatchObject({ exit: 2, output: '' });
});

test('[CAM-6] nothing of a file whose last line is wrong is loaded, and nothing waits for a person', async () => {
  const file = await fileOf([...rows(5001), 'CODE-1,7']);
  const { exit, errors } = await runOperatorInProcess(['vouchers', 'load', file, ...why], {
    variables,
  });
  expect(exit).toBe(1);
  expect(errors).toBe(
    'Reading.\nComparing with the stock.\nNothing was loaded: 1 line is invalid.\n  line 5003: its amount is not one of 3, 5, 10\n',
  );
  expect(await fixture.freeCodes()).toEqual({});
  const { rows: open } = await fixture.database.query(
    `select from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
  );
  expect(open).toEqual([]);
});

async function deliverUntilSent(id: string): Promise<void> {
  const delivery = await fixture.deliver();
  try {
    const isSent = async () => (await fixture.message(id))?.state === 'sent';
    expect(await waitUntil(isSent)).toBe(true);
  } finally {
    await delivery.stop();
  }
}

test('[CAM-6] a batch is withdrawn in parts, as far as it is free, and its codes never come back', async () => {
  await load(rows(20));
  const { id, mobile } = await fixture.grantVoucher(3);
  await deliverUntilSent(id);
  const { rows: found } = await fixture.database.query<{ number: string }>(
    'select max(number) as number from inaam.voucher_batch',
  );
  const batch = Number(found[0]?.number);
  const { database, campaign, clocks } = fixture;
  const withdraw = (max: number) =>
    withdrawVoucherBatch(database, campaign.id, {
      batch,
      max,
      now: clocks.wall(),
      limitMs: 20_000,
      auditOf: (codes) => ({
        campaign: campaign.id,
        command: 'console vouchers withdraw',
        operator: { by: 'asha', reason: 'recalled', at: clocks.wall() },
        details: { batch, codes },
      }),
    });
  expect(await countWithdrawable(database, campaign.id, { batch, max: 99 })).toEqual({
    free: 19,
    kept: 1,
  });
  expect(await withdraw(12)).toBe(12);
  expect(await fixture.freeCodes()).toEqual({ 3: 7 });
  expect(await withdraw(12)).toBe(7);
  expect(await fixture.freeCodes()).toEqual({ 3: 0 });
  expect(await withdraw(12)).toBe(0);
  const again = await load(rows(20));
  expect(again.errors).toContain('its code is already in the stock, and was withdrawn');

  // A winner keeps an assigned code, and nobody gets a withdrawn one.
  expect((await fixture.textsTo(mobile))[0]).toContain('CODE-1');
  expect(await newestAudits(variables)).toMatchObject([
    { command: 'console vouchers withdraw', by: 'asha', details: { batch, codes: 7 } },
  ]);
  await load([row(1, 3)]);
  const next = await fixture.grantVoucher(3);
  await deliverUntilSent(next.id);
  expect((await fixture.textsTo(next.mobile))[0]).toMatch(/CODE-1\b/);
});

// Loading the stock: what a file must be, that it is loaded whole or not at all, and that winners
// who wait are paid.
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { countStock } from '../../storage/messages/voucher-queries.ts';
import { deliveryFixture, type DeliveryFixture } from '@inaam/testing/server/delivery-fixture.ts';
import { waitUntil } from '@inaam/testing/server/wait-until.ts';
import { runOperatorInProcess } from '@inaam/testing/server/operator-in-process.ts';
import { runOperatorProcess } from '@inaam/testing/server/operator-process.ts';
import { operatorFixture, type OperatorFixture } from '@inaam/testing/server/operator-fixture.ts';
import { readVoucherList } from '../voucher-list.ts';

let ground: OperatorFixture;
let fixture: DeliveryFixture;
let folder: string;
let variables: Record<string, string>;

const why = ['--why', 'batch 7', '--by', 'asha', '--yes'];
const bytes = () => randomBytes(32);

beforeAll(async () => {
  ground = operatorFixture();
  folder = await mkdtemp(path.join(tmpdir(), 'inaam-vouchers-'));
  const { url } = await ground.newDatabase();
  const [index, seal] = [bytes(), bytes()];
  const secrets = { identity: bytes(), index, code: bytes(), draw: bytes(), pseudonym: bytes() };
  fixture = await deliveryFixture(url, {
    ...secrets,
    seal: [{ id: 1, key: bytes() }],
    voucherSeal: [{ id: 1, key: seal }],
  });
  await fixture.verifyParticipants();
  variables = {
    DATABASE_URL: url,
    INDEX_SECRET: index.toString('base64'),
    VOUCHER_SEAL_KEYS: `1:${seal.toString('base64')}`,
  };
});
beforeEach(() => fixture.clear());
afterAll(async () => {
  await fixture.database.end();
  await rm(folder, { recursive: true, force: true });
  await ground.end();
});

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
const free = async () =>
  Object.fromEntries(
    (await countStock(fixture.database, fixture.campaign.id)).map((row) => [row.amount, row.free]),
  );

test('[CAM-6] a file is loaded completely, and loading it again changes nothing', async () => {
  const file = await fileOf([row(1, 3), row(2, 5), row(3, 10), row(4, 3)]);
  const first = await runOperatorProcess(['vouchers', 'load', file, ...why, '--json'], variables);
  const byAmount = { 'Rs 3': 2, 'Rs 5': 1, 'Rs 10': 1 };
  const expected = { campaign: fixture.campaign.id, count: 4, byAmount };
  expect(first.json()).toEqual({ ...expected, result: 'loaded' });
  expect(await free()).toEqual({ 3: 2, 5: 1, 10: 1 });

  const again = await runOperatorInProcess(['vouchers', 'load', file, ...why, '--json'], {
    variables,
  });
  expect(again).toMatchObject({ exit: 0 });
  expect(again.json()).toEqual({ ...expected, result: 'already' });
  expect(await free()).toEqual({ 3: 2, 5: 1, 10: 1 });

  const { output } = await runOperatorInProcess(['audit', '--most', '1', '--json'], { variables });
  expect(JSON.parse(output).audits).toMatchObject([
    { command: 'vouchers load', by: 'asha', why: 'batch 7', details: { count: 4, 'Rs 3': 2 } },
  ]);
});

test('a dry run and an unconfirmed load change nothing', async () => {
  const lines = rows(3);
  expect((await load(lines, ['--dry-run'])).output).toContain('These would be loaded: 3 codes');
  const refused = await load(lines, ['--why', 'batch 7']);
  expect(refused).toMatchObject({ exit: 1, output: '' });
  expect(refused.errors).toContain('They cannot be removed');
  expect((await load(lines, ['--yes'])).errors).toContain('Give a reason');
  expect(await free()).toEqual({});
});

test.each([
  ['a code twice', [row(1, 3), row(2, 3), row(1, 5)], 'line 4: has the same code as line 2'],
  ['an amount that there is not', [row(1, 4)], 'line 2: its amount is not one of 3, 5, 10'],
  ['no amount', ['CODE-1'], 'line 2: must be a code, a comma and an amount'],
  ['one column more', ['CODE-1,3,9'], 'line 2: must be a code, a comma and an amount'],
  ['nothing', [], 'has no codes'],
])('[CAM-6] a file with %s is refused as a whole', async (_, lines, sentence) => {
  const { exit, output, errors } = await load(lines);
  expect({ exit, output }).toEqual({ exit: 1, output: '' });
  expect(errors).toContain(sentence);
  expect(errors).not.toMatch(/CODE-/);
  expect(await free()).toEqual({});
});

test('[CAM-6] a file with codes already in stock is refused as a whole, with their lines', async () => {
  await load([row(1, 3), row(2, 5)]);
  const some = await load([row(3, 3), row(1, 3)]);
  expect(some.exit).toBe(1);
  expect(some.errors).toContain('1 line is invalid.\n  line 3: its code is already in the stock\n');
  const other = await load([row(1, 3), row(2, 10)]);
  expect(other.errors).toContain('line 3: its code is already in the stock, for Rs 5');
  expect(await free()).toEqual({ 3: 1, 5: 1 });
});

// A statement takes 5,000 codes: one more makes a second one, and all of them are one transaction.
test.each([4999, 5000, 5001])('%i codes are loaded, counted and known again', async (count) => {
  expect((await load(rows(count))).exit).toBe(0);
  expect(await free()).toEqual({ 3: count });
  expect((await load(rows(count))).output).toContain('Everything was already loaded');
  const mixed = await load([row(1, 3), ...rows(count)]);
  expect(mixed.exit).toBe(1);
  expect(mixed.errors.match(/line \d+:/g)).toHaveLength(20);
  expect(mixed.errors).toContain(`and ${new Intl.NumberFormat('en-IN').format(count - 20)} more`);
  expect(await free()).toEqual({ 3: count });
});

test('nothing is loaded with keys that cannot open the stock', async () => {
  const lines = [row(1, 3)];
  await load(lines);
  const other = randomBytes(32).toString('base64');
  for (const changed of [{ INDEX_SECRET: other }, { VOUCHER_SEAL_KEYS: `1:${other}` }]) {
    const { exit, errors } = await load([row(2, 3)], why, changed);
    expect(exit).toBe(1);
    expect(errors).toContain('differ from those that the stock was loaded with');
    expect(errors).not.toContain(other);
  }
  // A key that is put in front opens with the old one beside it.
  const ring = { VOUCHER_SEAL_KEYS: `2:${other},${variables['VOUCHER_SEAL_KEYS']}` };
  expect((await load([row(2, 3)], why, ring)).exit).toBe(0);
  expect(await free()).toEqual({ 3: 2 });
});

test('[CAM-6] owed rewards are reported, and paid once codes are loaded', async () => {
  const delivery = await fixture.deliver();
  try {
    const { id, mobile } = await fixture.grantVoucher(5);
    await waitUntil(async () =>
      (await fixture.jobs()).some(({ last_error }) => last_error !== null),
    );
    const { output } = await runOperatorInProcess(['vouchers', 'stock'], { variables });
    expect(output).toMatch(/Rs 5 +0 +0 +1\n/);
    expect(output).toContain('Load at least 1 of Rs 5');
    expect((await load([row(1, 5)])).exit).toBe(0);
    await waitUntil(async () => (await fixture.message(id))?.state === 'sent');
    expect((await fixture.textsTo(mobile))[0]).toContain('CODE-1');
    const after = await runOperatorInProcess(['vouchers', 'stock', '--json'], { variables });
    expect(JSON.parse(after.output).amounts[1]).toEqual({
      amount: 5,
      free: 0,
      assigned: 1,
      owed: 0,
    });
  } finally {
    await delivery.stop();
  }
});

test('a missing or too large file is a usage error', async () => {
  const missing = await runOperatorInProcess(['vouchers', 'load', '/nowhere/codes.csv', ...why], {
    variables,
  });
  expect(missing.exit).toBe(2);
  expect(missing.errors).toContain('File not found');
  const line = `${'C'.repeat(20)},3\n`;
  const file = path.join(folder, 'big.csv');
  await writeFile(file, line.repeat(8_000_000 / line.length + 1));
  const big = await runOperatorInProcess(['vouchers', 'load', file, ...why], { variables });
  expect(big.exit).toBe(2);
  expect(big.errors).toContain('Load it in parts');
});

test.each([
  ['ABCD', true],
  ['ABC', false],
  ['M'.repeat(24), true],
  ['M'.repeat(25), false],
  ['-ABC', false],
  ['AB C', false],
])('a code %j is accepted: %s', (code, isTaken) => {
  const { codes, problems } = readVoucherList(`code,amount\n${code},3`, [3]);
  expect([codes.length, problems.length]).toEqual(isTaken ? [1, 0] : [0, 1]);
});

test('lists are accepted as spreadsheets write them', () => {
  const text = '\uFEFF"Code", Amount\r\n"ABCD-1","3"\r\n\r\n EFGH-2 , 5 \r\n';
  expect(readVoucherList(text, [3, 5])).toEqual({
    codes: [
      { code: 'ABCD-1', amount: 3, line: 2 },
      { code: 'EFGH-2', amount: 5, line: 4 },
    ],
    problems: [],
  });
  expect(readVoucherList('ABCD-1,3', [3]).problems).toEqual([
    { line: 1, problem: 'the first line must be "code,amount"' },
  ]);
});

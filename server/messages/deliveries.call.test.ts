// The console's stock and deliveries: what is owed and since when, and resending by reason.
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { consoleCalls } from '@inaam/contract/console/calls.ts';
import { deliveryConsole, consoleAccount } from '@inaam/testing/server/console/delivery-console.ts';
import { keepRollups } from '../figures/keep-rollups.job.ts';
import { loadVoucherCodes } from '../vouchers/stage-vouchers.ts';
import { readAudits } from '@inaam/testing/server/database/database-queries.ts';
import { readReasons } from '../figures/delivery-debts.sql.ts';
import { transaction } from '../database/database.ts';
import { meaningOf } from './failure-reasons.rules.ts';
import { failMessages } from './messages.sql.ts';
import { withdrawVoucherBatch } from '../vouchers/voucher-batches.sql.ts';
import { readStockAtHand } from '../vouchers/stock-at-hand.sql.ts';
import { commandInWords } from '../console/audit-words.ts';

const dayMs = 86_400_000;
const reason = 'the template is registered now';
const failure = 'DLT template not found';

const { fixture, app, database, close } = await deliveryConsole(1, { smsPaise: 25 });
const manager = await consoleAccount({ ...fixture, app }, 'Mira', 'manager');
beforeEach(async () => {
  await fixture.clear();
  // Deletions do not reduce the rollups, so clear them.
  await fixture.database.query('delete from inaam.rollup');
});
afterAll(() => close());

type Name = Parameters<typeof manager.call>[0];

async function ask(name: Name, fields: object = {}) {
  const { status, body } = await manager.call(name, fields);
  expect({ status, body }).toMatchObject({ status: 200 });
  return body;
}
const stockNow = async () => {
  await keepRollups(fixture)();
  return consoleCalls.readStock.answer.parse(await ask('readStock'));
};
const deliveriesNow = async () =>
  consoleCalls.readDeliveries.answer.parse(await ask('readDeliveries'));
const examples = async (fields: object = {}) =>
  consoleCalls.readDebtExamples.answer.parse(await ask('readDebtExamples', fields));

const fail = (id: string, text = failure) =>
  failMessages(fixture.database, fixture.campaign.id).one({
    messageId: id,
    at: fixture.clocks.wall(),
    reason: text,
  });
const newestBatches = async () => {
  const { rows } = await fixture.database.query<{ number: string }>(
    'select number from inaam.voucher_batch order by number desc',
  );
  return rows.map(({ number }) => Number(number));
};
const owedSince = (id: string, days: number) =>
  fixture.database.query('update inaam.message set owed_at = $2 where id = $1', [
    id,
    new Date(fixture.clocks.wall() - days * dayMs - 60_000),
  ]);

test('the stock agrees with what the tables have, by amount, and names what is left of each batch', async () => {
  const now = fixture.clocks.wall();
  const load = (codes: { code: string; amount: number; expiresOn?: string }[]) =>
    loadVoucherCodes(fixture, codes, now);
  await load([
    { code: 'STOCK-0001', amount: 3, expiresOn: '2024-01-01' },
    { code: 'STOCK-0002', amount: 3, expiresOn: '2099-01-01' },
    { code: 'STOCK-0003', amount: 5 },
  ]);
  await load([{ code: 'STOCK-0004', amount: 10 }]);
  const [newest, first] = await newestBatches();
  await withdrawVoucherBatch(fixture.database, fixture.campaign.id, {
    batch: newest ?? 0,
    max: 9,
    limitMs: 20_000,
    now,
    auditOf: () => ({
      campaign: fixture.campaign.id,
      command: 'console vouchers withdraw',
      operator: { by: 'mira', reason, at: now },
      details: { batch: newest ?? 0 },
    }),
  });
  await fixture.grantVouchers(5, 2);
  const answer = await stockNow();
  const stock = await readStockAtHand(fixture.database, fixture.campaign, fixture.clocks);
  expect(answer.amounts).toMatchObject(stock);
  expect(answer.amounts.map(({ amount }) => amount)).toEqual([3, 5, 10]);
  expect(answer.amounts[0]).toMatchObject({ free: 1, expired: 1 });
  expect(answer.amounts[1]).toMatchObject({ free: 1, owed: 2 });
  expect(answer.batches.slice(0, 2)).toMatchObject([
    { number: newest, codes: 1, left: 0, expiresFrom: null, isMore: false, withdrawnBy: 'mira' },
    { number: first, codes: 3, left: 3, expiresFrom: '2024-01-01', withdrawnAt: null },
  ]);
  expect(answer.batches.map(({ withdrawnBy }) => withdrawnBy)).toContain(null);
  expect(answer).toMatchObject({
    lastDay: fixture.campaign.programme.to,
    days: { warning: 7, error: 2 },
  });
  expect(answer.batches[0]?.withdrawnAt).toBeTypeOf('number');
});

test('debts are counted by whole days, and what should have been there is listed, oldest first', async () => {
  const [a, b, c, d] = (await fixture.grantVouchers(3, 4)).map(({ id }) => id);
  if (!a || !b || !c || !d) throw new Error('Nothing was granted.');
  await fail(b);
  await owedSince(a, 2);
  await owedSince(b, 9);
  await owedSince(c, 1);
  const answer = await deliveriesNow();
  expect(answer.debts).toEqual([
    { days: 9, waiting: 0, held: 0, failed: 1 },
    { days: 2, waiting: 1, held: 0, failed: 0 },
    { days: 1, waiting: 1, held: 0, failed: 0 },
    { days: 0, waiting: 1, held: 0, failed: 0 },
  ]);
  expect(answer).toMatchObject({ countedMax: null, days: { warning: 2, error: 9, promised: 10 } });
  expect(answer.reasons).toEqual([
    { reason: failure, count: 1, isMore: false, ...meaningOf(failure) },
  ]);
  const { late, failed } = await examples();
  expect(late).toMatchObject([
    { message: b, days: 9, state: 'failed', amount: 3, reason: failure },
    { message: a, days: 2, state: 'owed', reason: null },
  ]);
  expect(failed.map(({ message }) => message)).toEqual([b]);
  const { rows } = await fixture.database.query<{ pseudonym: string }>(
    `select encode(pseudonym, 'hex') as pseudonym from inaam.message where id = $1`,
    [b],
  );
  expect(failed[0]?.pseudonym).toBe(rows[0]?.pseudonym);
  await fixture.database.query(
    `delete from inaam.personal_data where pseudonym = decode($1, 'hex')`,
    [rows[0]?.pseudonym],
  );
  expect((await deliveriesNow()).debts.map(({ days }) => days)).toEqual([2, 1, 0]);
  await fixture.database.query(
    `insert into inaam.voucher_hold (campaign, pseudonym, state, at, decided_by, why)
     select campaign, pseudonym, 'held', now(), 'rule device', 'many numbers' from inaam.message where id = $1`,
    [a],
  );
  expect((await deliveriesNow()).debts[0]).toEqual({ days: 2, waiting: 0, held: 1, failed: 0 });
  await fixture.database.query('delete from inaam.voucher_hold');
});

test('all that failed for one reason are sent again, no more than was said, and the log keeps why', async () => {
  const ids = (await fixture.grantVouchers(3, 3)).map(({ id }) => id);
  for (const id of ids) await fail(id);
  const other = await fixture.grantVoucher(5);
  await fail(other.id, 'number not in use');
  expect((await deliveriesNow()).reasons.map((one) => [one.reason, one.count])).toEqual([
    [failure, 3],
    ['number not in use', 1],
  ]);
  expect((await examples({ failure })).failed).toHaveLength(3);
  expect(await ask('countResend', { failure })).toEqual({
    count: 3,
    left: 0,
    isMore: false,
    rupees: 0.75,
    leftOut: { tooOften: 0, erased: 0, isAll: true },
  });
  const sent = await ask('resendByReason', { failure, count: 2, reason });
  expect(sent).toMatchObject({ count: 2, message: expect.stringContaining('2 vouchers are sent') });
  const found = await Promise.all([...ids, other.id].map((id) => fixture.message(id)));
  const states = found.map((one) => one?.state ?? '');
  expect(states.toSorted((one, another) => one.localeCompare(another))).toEqual([
    'failed',
    'failed',
    'owed',
    'owed',
  ]);
  expect(await readAudits(fixture.database, { max: 1 })).toMatchObject([
    {
      command: 'console deliveries resend',
      by: 'Mira',
      reason,
      details: { reason: failure, count: 2 },
    },
  ]);
  expect(commandInWords('console deliveries resend')).toBe('Sent failed vouchers again');
  expect(await ask('countResend', { failure })).toMatchObject({ count: 1 });
  await ask('resendByReason', { failure, count: 1, reason });
  for (const [name, fields] of [
    ['countResend', { failure }],
    ['resendByReason', { failure, count: 1, reason }],
  ] as const) {
    expect(await manager.call(name, fields)).toMatchObject({
      status: 409,
      body: { code: 'refused', message: expect.stringContaining('sent again') },
    });
  }
});

test('what cannot arrive is not sent again, and who is left out is counted', async () => {
  const [a, b, c] = (await fixture.grantVouchers(3, 3)).map(({ id }) => id);
  for (const id of [a, b, c]) await fail(id ?? '');
  await fixture.database.query('update inaam.message set resends = 3 where id = $1', [a]);
  await fixture.database.query(
    `delete from inaam.personal_data using inaam.message
     where message.id = $1 and personal_data.pseudonym = message.pseudonym`,
    [b],
  );
  const leftOut = { tooOften: 1, erased: 1, isAll: true };
  expect(await ask('countResend', { failure })).toMatchObject({ count: 1, leftOut });
  const dead = await fixture.grantVoucher(5);
  await fail(dead.id, 'number not in use');
  for (const [name, fields] of [
    ['countResend', {}],
    ['resendByReason', { count: 1, reason }],
  ] as const) {
    expect(await manager.call(name, { failure: 'number not in use', ...fields })).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('Nothing is sent. Nobody has this number') },
    });
  }
  expect((await fixture.message(dead.id))?.state).toBe('failed');
});

test('of very different reasons the most frequent are shown, and what has no receipt', async () => {
  const ids = (await fixture.grantVouchers(3, 8)).map(({ id }) => id);
  const reasons = ['answer 1', 'answer 2', 'answer 3', 'zone is closed', 'zone is closed'];
  for (const [place, text] of reasons.entries()) await fail(ids[place] ?? '', text);
  await fixture.database.query(
    `update inaam.message set state = 'sent', reason = 'no receipt' where id = any ($1::uuid[])`,
    [ids.slice(5)],
  );
  await keepRollups(fixture)();
  const { id } = fixture.campaign;
  const max = { reasonsMax: 2, countMax: 10 };
  expect(await transaction(database, (connection) => readReasons(connection, id, max))).toEqual([
    { reason: 'no receipt', count: 3 },
    { reason: 'zone is closed', count: 2 },
  ]);
});

test.each([0, 1001])('sending %i again at once is refused as a mistake', async (count) => {
  expect(await manager.call('resendByReason', { failure, count, reason })).toMatchObject({
    status: 400,
    body: { code: 'invalid' },
  });
});

test('sending many again is awaited as long as the database is given for it', async () => {
  const { id } = await fixture.grantVoucher(3);
  await fail(id);
  const connection = await database.connect();
  const asked = vi.spyOn(connection, 'query');
  connection.release();
  await ask('resendByReason', { failure, count: 1, reason });
  const statements: unknown[] = asked.mock.calls.map(([statement]) => statement);
  asked.mockRestore();
  expect(statements).toContainEqual(`set local statement_timeout = '20000ms'`);
  const [limit] = statements.flatMap((one) => {
    const isIt = typeof one === 'object' && one !== null && 'query_timeout' in one;
    return isIt ? [one.query_timeout] : [];
  });
  expect(limit).toBeGreaterThan(20_000);
});

test('a reason with a mobile number in it is not kept', async () => {
  const { id } = await fixture.grantVoucher(3);
  await fail(id);
  const fields = { failure, count: 1, reason: 'asked by 9876543210' };
  expect((await manager.call('resendByReason', fields)).status).toBe(400);
  expect((await fixture.message(id))?.state).toBe('failed');
});

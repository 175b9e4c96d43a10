// What a manager closes in the console: a batch that is withdrawn, a voucher that is settled.
import { afterAll, beforeEach, expect, test } from 'vitest';
import { consoleAccount, deliveryConsole } from '@inaam/testing/server/console/delivery-console.ts';
import { consoleCalls } from '@inaam/contract/console/calls.ts';
import { readAudits } from '@inaam/testing/server/database/database-queries.ts';
import { commandInWords } from '../console/audit-words.ts';
import { failMessages } from '../messages/messages.sql.ts';
import { loadVoucherCodes } from './stage-vouchers.ts';
import { promisedUntil } from './voucher-validity.rules.ts';

const reason = 'recalled by the issuer';

const made = await deliveryConsole(4);
const { fixture, close } = made;
const manager = await consoleAccount({ ...fixture, app: made.app }, 'Mira', 'manager');
beforeEach(() => fixture.clear());
afterAll(() => close());

async function loadBatch(count: number): Promise<number> {
  const codes = Array.from({ length: count }, (_, at) => ({ code: `BATCH-${at}`, amount: 3 }));
  await loadVoucherCodes(fixture, codes, fixture.clocks.wall());
  const { rows } = await fixture.database.query<{ number: string }>(
    'select max(number) as number from inaam.voucher_batch',
  );
  return Number(rows[0]?.number);
}

async function stockOf(batch: number) {
  const { rows } = await fixture.database.query<Record<'free' | 'kept' | 'withdrawn', string>>(
    `select count(*) filter (where pseudonym is null and withdrawn_at is null) as free,
       count(pseudonym) as kept, count(withdrawn_at) as withdrawn
     from inaam.voucher where batch = $1`,
    [batch],
  );
  const [{ free, kept, withdrawn } = { free: 0, kept: 0, withdrawn: 0 }] = rows;
  return { free: Number(free), kept: Number(kept), withdrawn: Number(withdrawn) };
}

async function failed(): Promise<string> {
  const { id } = await fixture.grantVoucher(3);
  const at = fixture.clocks.wall();
  const fail = { messageId: id, at, reason: 'number not in use' };
  await failMessages(fixture.database, fixture.campaign.id).one(fail);
  return id;
}

test('a manager withdraws what is left of a batch, once, and the log keeps why', async () => {
  const batch = await loadBatch(3);
  expect(await manager.call('countWithdrawal', { batch })).toEqual({
    status: 200,
    body: { codes: 3, kept: 0 },
  });
  expect(await manager.call('withdrawBatch', { batch, reason })).toEqual({
    status: 200,
    body: { message: `3 codes are withdrawn from batch ${batch}, and never given.` },
  });
  expect(await stockOf(batch)).toEqual({ free: 0, kept: 0, withdrawn: 3 });
  expect(await readAudits(fixture.database, { max: 1 })).toMatchObject([
    {
      command: 'console vouchers withdraw',
      by: 'Mira',
      reason,
      details: { batch, codes: 3 },
    },
  ]);
  expect(commandInWords('console vouchers withdraw')).toBe('Withdrew voucher codes');
  for (const [name, fields] of [
    ['countWithdrawal', { batch }],
    ['withdrawBatch', { batch, reason }],
  ] as const) {
    expect(await manager.call(name, fields)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('no code left') },
    });
    const unknown = { ...fields, batch: batch + 1 };
    expect(await manager.call(name, unknown)).toMatchObject({ status: 404 });
  }
});

test('of two who withdraw a batch at the same time one does it', async () => {
  const batch = await loadBatch(1);
  const both = [1, 2].map(() => manager.call('withdrawBatch', { batch, reason }));
  const answers = (await Promise.all(both)).map(({ status }) => status);
  expect(answers.toSorted((one, other) => one - other)).toEqual([200, 409]);
  const audits = await readAudits(fixture.database, { max: 2 });
  const mine = audits.filter(({ details }) => details['batch'] === batch);
  expect(mine.map(({ command }) => command)).toEqual(['console vouchers withdraw']);
});

test('a code that is being given to a winner stays theirs', async () => {
  const batch = await loadBatch(2);
  const { id } = await fixture.grantVoucher(3);
  const connection = await fixture.database.connect();
  try {
    await connection.query('begin');
    const now = fixture.clocks.wall();
    await connection.query(`select inaam.take_vouchers($1, $2::uuid[], '{}', '10 s', $3, $4)`, [
      fixture.campaign.id,
      [id],
      new Date(now),
      promisedUntil(now),
    ]);
    const withdrawing = manager.call('withdrawBatch', { batch, reason });
    await expect.poll(countWaiting, { timeout: 10_000 }).toBe(1);
    await connection.query('commit');
    expect(await withdrawing).toMatchObject({
      body: { message: expect.stringContaining('1 code is withdrawn') },
    });
  } finally {
    connection.release();
  }
  expect(await stockOf(batch)).toEqual({ free: 0, kept: 1, withdrawn: 1 });
});

async function countWaiting(): Promise<number> {
  const { rows } = await fixture.database.query<{ count: string }>(
    `select count(*) as count from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return Number(rows[0]?.count);
}

test('a voucher that failed is settled once, with the reference of its payment', async () => {
  const message = await failed();
  const paid = { message, reference: 'UPI 4711', reason: 'paid by post' };
  const both = await Promise.all([1, 2].map(() => manager.call('settleVoucher', paid)));
  const statuses = both.map(({ status }) => status).toSorted((one, other) => one - other);
  expect(statuses).toEqual([200, 409]);
  expect(both.find(({ status }) => status === 200)?.body).toEqual({
    message: 'The voucher is settled: it is closed, and not sent again.',
  });
  expect((await fixture.message(message))?.state).toBe('settled');
  expect(await readAudits(fixture.database, { max: 1 })).toMatchObject([
    {
      command: 'console deliveries settle',
      by: 'Mira',
      reason: 'paid by post',
      details: { message, reference: 'UPI 4711' },
    },
  ]);
  expect(await manager.call('settleVoucher', paid)).toMatchObject({
    status: 409,
    body: { message: 'It was settled already. Nothing was changed.' },
  });
  // Nothing counts it any more.
  const deliveries = await manager.call('readDeliveries', {});
  expect(consoleCalls.readDeliveries.answer.parse(deliveries.body).debts).toEqual([]);
});

test('what is still sent, not there, or has a number in its reference is not settled', async () => {
  const { id } = await fixture.grantVoucher(3);
  const settle = (message: string, reference: string | null = null) =>
    manager.call('settleVoucher', { message, reference, reason: 'paid by post' });
  expect(await settle(id)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('still being sent') },
  });
  expect(await settle('3b0f2b4e-6a52-4f0a-9d0c-6f3d0c1b2a39')).toMatchObject({ status: 404 });
  const message = await failed();
  expect(await settle(message, 'UPI of 9876543210')).toMatchObject({ status: 400 });
  expect((await fixture.message(message))?.state).toBe('failed');
});

import { expect, test } from 'vitest';
import { openTestDatabase } from '@inaam/testing/setup/cluster/test-database.ts';
import { testDelivery } from '@inaam/testing/server/delivery/test-delivery.ts';
import { takeVouchers, type TakenVoucher } from './take-vouchers.sql.ts';
import { sealContexts } from '../platform/seal.ts';
import { loadVoucherCodes } from './stage-vouchers.ts';
import { readStockAtHand } from './stock-at-hand.sql.ts';

const fixture = await testDelivery();

const load = (numbers: readonly number[], amount: 3 | 5 | 10 = 3) =>
  fixture.loadCodes(amount, ...numbers.map((number) => `CODE-${number}`));
const loadUntil = (from: number, days: readonly (string | undefined)[]) =>
  loadVoucherCodes(
    fixture,
    days.map((expiresOn, at) => ({ code: `CODE-${from + at}`, amount: 3, expiresOn })),
    1000,
  );
const clocks = { wall: () => 5000, campaign: () => Date.parse('2025-07-01T12:00:00+05:30') };
/** In the order of the ids; undefined: it was not due. */
const take = async (ids: readonly string[]) => {
  const taken = await fixture.takeVouchers(ids, clocks);
  return ids.map((id) => taken.find((one) => one.id === id));
};
function codeOf(voucher: TakenVoucher | undefined): string {
  if (!voucher?.code) return 'none';
  const { index, sealed } = voucher.code;
  return fixture.keys.vouchers.open(sealed, sealContexts.voucherCode(index));
}

test('[CAM-6] of two simultaneous loads of the same codes one succeeds', async () => {
  const numbers = Array.from({ length: 500 }, (_, at) => at);
  const loads = await Promise.allSettled([load(numbers), load(numbers.toReversed())]);
  expect(loads.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(await fixture.freeCodes()).toEqual({ 3: 500 });
});

test('[CAM-6] a reward gets one code of its amount, permanently', async () => {
  await load([1], 3);
  await load([2], 5);
  const { id } = await fixture.grantVoucher(5);
  const answers = [...(await take([id])), ...(await take([id])), ...(await take([id]))];
  expect(answers.map(codeOf)).toEqual(['CODE-2', 'CODE-2', 'CODE-2']);
  expect((await fixture.message(id))?.state).toBe('assigned');
  expect(await fixture.freeCodes()).toEqual({ 3: 1, 5: 0 });
});

test('[CAM-6] no code is assigned without stock, or to an ended or unknown message', async () => {
  await load([1], 3);
  const [poor, ended] = [(await fixture.grantVoucher(10)).id, (await fixture.grantVoucher(3)).id];
  await fixture.database.query(`update inaam.message set state = 'failed' where id = $1`, [ended]);
  const nobody = '01900000-0000-7000-8000-000000000000';
  expect(await take([poor, ended, nobody])).toMatchObject([
    { state: 'owed', amount: 10, code: undefined },
    undefined,
    undefined,
  ]);
  expect(await fixture.freeCodes()).toEqual({ 3: 1 });
});

test('[CAM-6] of two lists the codes that expire first are assigned first, to the last of them', async () => {
  await loadUntil(0, Array<string>(20).fill('2027-12-31'));
  // Valid until exactly the promised day.
  await loadUntil(20, Array<string>(20).fill('2026-07-01'));
  const freeOn = async (day: string) => {
    const clocks = { ...fixture.clocks, campaign: () => Date.parse(`${day}T12:00:00+05:30`) };
    const stock = await readStockAtHand(fixture.database, fixture.campaign, clocks);
    return stock.find(({ amount }) => amount === 3)?.free;
  };
  expect([await freeOn('2025-07-01'), await freeOn('2025-07-02')]).toEqual([40, 20]);
  const ids = (await fixture.grantVouchers(3, 25)).map(({ id }) => id);
  const answers: (TakenVoucher | undefined)[] = [];
  for (const count of [1, 7, 3, 9, 5]) {
    answers.push(...(await take(ids.slice(answers.length, answers.length + count))));
  }
  const numbers = answers.map((answer) => Number(codeOf(answer).replace('CODE-', '')));
  expect(new Set(numbers.slice(0, 20))).toEqual(
    new Set(Array.from({ length: 20 }, (_, at) => 20 + at)),
  );
  expect(new Set(numbers)).toHaveLength(25);
});

test('while an old snapshot is open, an assignment does not pass the codes of all former ones', async () => {
  await load(Array.from({ length: 400 }, (_, at) => at));
  const ids = (await fixture.grantVouchers(3, 40)).map(({ id }) => id);
  const snapshot = await fixture.database.connect();
  await snapshot.query('begin isolation level repeatable read; select from inaam.head');
  const before = await codesPassed();
  for (const id of ids) expect((await take([id])).map(codeOf)).not.toEqual(['none']);
  const passed = (await codesPassed()) - before;
  await snapshot.query('rollback');
  snapshot.release();
  expect(passed).toBeGreaterThan(40);
  expect(passed).toBeLessThan(400);
});

/** Index entries of the stock that were read, including codes that are already assigned. */
async function codesPassed(): Promise<number> {
  const { database } = fixture;
  const idle = Array.from({ length: database.idleCount }, () => database.connect());
  for (const connection of await Promise.all(idle)) {
    await connection.query('select pg_stat_force_next_flush()');
    connection.release();
  }
  const { rows } = await database.query<{ read: string }>(
    `select idx_tup_read as read from pg_stat_user_indexes where indexrelname = 'voucher_in_stock'`,
  );
  return Number(rows[0]?.read);
}

test('[CAM-6][CAM-3] of 40 rewards that race for 30 codes, 30 get one each, permanently', async () => {
  await load(Array.from({ length: 30 }, (_, at) => at));
  const ids = (await fixture.grantVouchers(3, 40)).map(({ id }) => id);
  const takers = Array.from({ length: 8 }, () =>
    takeVouchers(fixture.database, fixture.campaign.id, clocks),
  );
  const calls = [ids, ids.toReversed(), ids.slice(20), ids.slice(0, 20), ids, ids, ids, ids];
  const taken = await Promise.all(takers.map((own, at) => own(40, calls[at])));
  expect(
    taken
      .flat()
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual(ids.toSorted());
  const first = new Map(taken.flat().map((voucher) => [voucher.id, codeOf(voucher)]));
  // Codes locked by another transaction count as out of stock until the next try.
  const settled = await take(ids);
  expect(settled.filter((answer) => codeOf(answer) !== 'none')).toHaveLength(30);
  for (const voucher of settled) {
    const before = first.get(voucher?.id ?? '');
    if (before !== 'none') expect(codeOf(voucher)).toBe(before);
  }
  expect(new Set(settled.map(codeOf)).size).toBe(31);
});

test('[CAM-6] codes that another transaction may assign are passed by, wherever the search begins', async () => {
  await load([1, 2, 3, 4, 5, 6, 7, 8]);
  const { id } = await fixture.grantVoucher(3);
  const url = new URL(fixture.url);
  url.searchParams.set('lock_timeout', '1000');
  const hasty = openTestDatabase(url.href, 1);
  const holding = await fixture.database.connect();
  await holding.query('begin; select from inaam.voucher for update');
  for (let at = 0; at < 8; at += 1) {
    await fixture.database.query('update inaam.message set due_at = now(), leased_until = null');
    const [taken] = await takeVouchers(hasty, fixture.campaign.id, clocks)(1);
    expect(taken).toMatchObject({ id, state: 'owed', code: undefined });
  }
  await holding.query('rollback');
  holding.release();
  await hasty.end();
  expect((await take([id])).map(codeOf)).not.toEqual(['none']);
});

test('[CAM-6] the database refuses a second code for a reward', async () => {
  await load([1, 2]);
  const { id } = await fixture.grantVoucher(3);
  await take([id]);
  const second = fixture.database.query(
    `update inaam.voucher set pseudonym = (select pseudonym from inaam.message where id = $1), assigned_at = now()
     where pseudonym is null`,
    [id],
  );
  await expect(second).rejects.toMatchObject({ code: '23505' });
});

test('[CAM-6] an erased winner takes no code, and an unfinished one in the same batch does', async () => {
  await load([1, 2]);
  const [erased, kept] = await fixture.grantVouchers(3, 2);
  if (!erased || !kept) throw new Error('nothing was granted');
  await fixture.database.query(
    `delete from inaam.personal_data where pseudonym = (select pseudonym from inaam.message where id = $1)`,
    [erased.id],
  );
  expect(await take([erased.id, kept.id])).toMatchObject([
    { state: 'owed', mobileSealed: null, code: undefined },
    {
      state: 'assigned',
      mobileSealed: expect.any(Buffer),
      code: { sealed: expect.any(Buffer) },
    },
  ]);
  expect(await fixture.freeCodes()).toEqual({ 3: 1 });
});

test('[CAM-6] each reward of a mixed batch gets a code of its own amount', async () => {
  await load([1, 2, 3], 3);
  await load([11, 12, 13], 5);
  await load([21], 10);
  const owed = [
    ...(await fixture.grantVouchers(3, 2)),
    ...(await fixture.grantVouchers(5, 3)),
    ...(await fixture.grantVouchers(10, 2)),
  ];
  const answers = (await take(owed.map(({ id }) => id))).map(codeOf);
  expect(answers.slice(0, 2).toSorted()).not.toContain('none');
  expect(answers.slice(0, 2).every((code) => /^CODE-[123]$/.test(code))).toBe(true);
  expect(answers.slice(2, 5).toSorted()).toEqual(['CODE-11', 'CODE-12', 'CODE-13']);
  expect(answers.slice(5).toSorted()).toEqual(['CODE-21', 'none']);
});

test('[CAM-6] a code that expires before the promised day is not given, and the first to expire goes first', async () => {
  const days = ['2026-12-31', '2026-06-30', '2026-07-01', undefined];
  await loadUntil(0, days);
  const ids = (await fixture.grantVouchers(3, 4)).map(({ id }) => id);
  const given: string[] = [];
  for (const id of ids) given.push(...(await take([id])).map(codeOf));
  expect(given).toEqual(['CODE-2', 'CODE-0', 'CODE-3', 'none']);
});

import { expect, onTestFinished, test, vi } from 'vitest';
import { testDelivery } from '@inaam/testing/server/delivery/test-delivery.ts';
import { readsDuring } from '@inaam/testing/server/database/table-reads.ts';
import { newMobile } from '@inaam/testing/server/shopper/shopper.ts';
import { openDatabase } from '../database/database.ts';
import { fillCampaign } from '@inaam/testing/server/database/fill-campaign.ts';
import { firstDue, rescheduleAllOwed, rescheduleAhead } from './reschedule.sql.ts';
import { leaseCodes } from './messages.sql.ts';
import { leaseMs, listenForDue, putBack } from './outbox.sql.ts';
import { takeVouchers } from '../vouchers/take-vouchers.sql.ts';
import { guardedLimits } from '../codes/rate-limits.rules.ts';

const guardedMs = guardedLimits.codeLifetimeMs;

const fixture = await testDelivery();

const lease = (database = fixture.database) =>
  takeVouchers(database, fixture.campaign.id, fixture.clocks);
const idsOf = (items: readonly { id: string }[]) => items.map(({ id }) => id);

test('[CAM-6] a message is leased once', async () => {
  const owed = await fixture.grantVouchers(3, 20);
  const taken = await Promise.all([lease()(8), lease()(8), lease()(8)]);
  const ids = idsOf(taken.flat());
  expect(new Set(ids).size).toBe(ids.length);
  const rest = [...idsOf(await lease()(20)), ...ids];
  expect(rest.toSorted()).toEqual(idsOf(owed).toSorted());
  expect(await lease()(20)).toEqual([]);
});

test.each(['-1 hour', '10 seconds', '1 hour'])(
  '[CAM-6] a database’s clock that jumps by %s ends no lease: another process takes it over when it has seen it for its time, unchanged',
  async (jump) => {
    const { database, campaign } = fixture;
    let own = 1_000_000;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => own);
    onTestFinished(() => clock.mockRestore());
    await fixture.grantVouchers(3, 2);
    const [first, second] = await lease()(2);
    await database.query('update inaam.message set due_at = due_at - $1::interval', [jump]);
    const other = lease();
    const lookAfter = async (ms: number) => {
      own += ms;
      await rescheduleAllOwed(database, campaign.id, '2026-01-01');
      await rescheduleAhead(database, campaign.id);
      return idsOf(await other(2));
    };
    expect(await lookAfter(0)).toEqual([]);
    // The owner of one begins again.
    await database.query(
      `update inaam.message set leased_until = leased_until + interval '1 second' where id = $1`,
      [second?.id],
    );
    expect(await lookAfter(leaseMs - 2000)).toEqual([]);
    expect(await lookAfter(2000)).toEqual([first?.id]);
    expect(await lookAfter(leaseMs)).toEqual([second?.id]);
  },
);

test('[CAM-6] vouchers with a code in stock are brought forward without reading those that have none', async () => {
  const { database, campaign } = fixture;
  await fixture.loadCodes(5, 'STOCK-1', 'STOCK-2', 'STOCK-3');
  await fixture.grantVouchers(3, 40);
  const owed = await fixture.grantVouchers(5, 2);
  await database.query(`update inaam.message set due_at = now() + interval '5 minutes'`);
  await database.query('analyze inaam.message');
  const reads = await readsDuring([database], () =>
    rescheduleAllOwed(database, campaign.id, '2026-01-01'),
  );
  expect(idsOf(await lease()(50)).toSorted()).toEqual(idsOf(owed).toSorted());
  expect(new Map(reads).get('message')).toBeLessThan(20);
  expect(new Map(reads).get('reward')).toBe(0);
});

test('[CAM-6] the stock of another campaign brings nothing forward', async () => {
  const { database, campaign } = fixture;
  await fixture.loadCodes(5, 'STOCK-1');
  await database.query(`update inaam.voucher set campaign = 'other'`);
  await fixture.grantVouchers(5, 1);
  await database.query(`update inaam.message set due_at = now() + interval '5 minutes'`);
  await rescheduleAllOwed(database, campaign.id, '2026-01-01');
  expect(await lease()(50)).toEqual([]);
  await database.query(`delete from inaam.voucher where campaign = 'other'`);
});

test('[CAM-6] a message that another transaction has locked, or that was committed late, is found by a later look', async () => {
  const take = lease();
  const { database } = fixture;
  const [late] = await fixture.grantVouchers(3, 2);
  if (!late) throw new Error('Nothing was granted.');
  const other = await database.connect();
  try {
    await other.query('begin');
    await other.query('select from inaam.message where id = $1 for update', [late.id]);
    expect(await take(9)).toHaveLength(1);
    await fixture.grantVoucher(3);
    expect(await take(9)).toHaveLength(1);
    await other.query(`update inaam.message set due_at = now() - interval '1 hour' where id = $1`, [
      late.id,
    ]);
    await other.query('commit');
  } finally {
    other.release();
  }
  await expect.poll(async () => idsOf(await take(9)), { timeout: 20_000 }).toEqual([late.id]);
  expect(await lease()(9)).toEqual([]);
});

test('[CAM-6] the pause after a failed attempt grows to ten minutes, twenty seconds for a code, and differs', async () => {
  const { database, campaign } = fixture;
  await fixture.grantVouchers(3, 20);
  await fixture.requestCode(newMobile(), '482913');
  const back = putBack(database, campaign.id);
  const pauses = async (attempts: number) => {
    await database.query(
      `update inaam.message set attempts = $1 - 1, due_at = now() where state = 'owed'`,
      [attempts],
    );
    const leased = [
      ...(await lease()(20)),
      ...(await leaseCodes(database, campaign.id, guardedMs)(1)),
    ];
    await back(leased.map(({ id, attempts: own }) => ({ id, attempts: own, waitMs: undefined })));
    return (await fixture.waiting()).map(({ due_at }) => (due_at.getTime() - Date.now()) / 1000);
  };
  expect(Math.max(...(await pauses(1)))).toBeLessThan(1.25 * Math.E);
  const latest = await pauses(20);
  expect(latest).toHaveLength(21);
  expect(Math.max(...latest)).toBeLessThanOrEqual(600.1);
  expect(new Set(latest.map(Math.round)).size).toBeGreaterThan(10);
  expect(latest.filter((seconds) => seconds < 21)).toHaveLength(1);
});

test('[CAM-6] a lease that has passed to another process is not ended by the first', async () => {
  const { database, campaign } = fixture;
  await fixture.grantVoucher(3);
  const [first] = await lease()(1);
  await database.query(`update inaam.message set due_at = now(), leased_until = null`);
  const [second] = await lease()(1);
  if (!first || !second) throw new Error('Nothing was leased.');
  const back = putBack(database, campaign.id);
  await back.one({ ...first, waitMs: 0 });
  expect(await lease()(1)).toEqual([]);
  await back.one({ ...second, waitMs: 0 });
  expect(idsOf(await lease()(1))).toEqual([first.id]);
});

test('[CAM-6] a lease of a code does not wait for the disk, and one of a voucher does', async () => {
  const code = await fixture.requestCode(newMobile(), '482913');
  const { id } = await fixture.grantVoucher(3);
  const database = openDatabase(fixture.url, 1);
  const waits = async (leased: Promise<readonly { id: string }[]>) => {
    const ids = idsOf(await leased);
    const { rows } = await database.query<object>('show synchronous_commit');
    return [...ids, ...Object.values(rows[0] ?? {})];
  };
  await database.query('set synchronous_commit = on; begin');
  expect(await waits(lease(database)(1))).toEqual([id, 'on']);
  expect(await waits(leaseCodes(database, fixture.campaign.id, guardedMs)(1))).toEqual([
    code,
    'off',
  ]);
  await database.query('commit');
  expect(await waits(Promise.resolve([]))).toEqual(['on']);
  await database.end();
});

test('the first message that is due is known of each kind, and none that is held or sent', async () => {
  const { database, campaign } = fixture;
  const [late, held, sent] = idsOf(await fixture.grantVouchers(3, 3));
  await fixture.requestCode(newMobile(), '482913');
  await database.query(
    `update inaam.message set state = case id when $1 then 'sent' else state end,
       due_at = case id when $1 then now() when $2 then 'infinity' else now() + interval '1 hour' end
     where id in ($1, $2, $3)`,
    [sent, held, late],
  );
  const found = new Map(
    (await firstDue(database, campaign.id)()).map(({ kind, ms }) => [kind, ms]),
  );
  expect(found.get('otp')).toBeLessThanOrEqual(0);
  expect(found.get('voucher')).toBeCloseTo(3_600_000, -5);
  expect(await firstDue(database, 'another')()).toEqual([]);
});

test('who stops listening while the connection is opened does not wait for it', async () => {
  const stopping = new AbortController();
  const events = { onListening: () => undefined, onDue: () => undefined, signal: stopping.signal };
  const listening = listenForDue(fixture.database, fixture.campaign.id, events);
  stopping.abort();
  await expect(listening).resolves.toBeUndefined();
});

test('a connection that is lost while it begins to listen is reported once', async () => {
  const { database, campaign } = fixture;
  const connection = await database.connect();
  const lost = new Error('lost');
  const losing = new Proxy(database, {
    get: (pool, name) => {
      if (name !== 'connect') return Reflect.get(pool, name);
      return async () => {
        Object.assign(connection, {
          query: async () => {
            connection.emit('error', lost);
            throw lost;
          },
        });
        return connection;
      };
    },
  });
  const signal = new AbortController().signal;
  const events = { onListening: () => undefined, onDue: () => undefined, signal };
  await expect(listenForDue(losing, campaign.id, events)).rejects.toBe(lost);
});

const dead = 3000;

test(
  'a look passes few of the entries that a snapshot keeps, and reads nothing that was sent',
  { tags: ['long'] },
  async () => {
    const { campaign } = fixture;
    // One connection, so that its reads can be counted.
    const database = openDatabase(fixture.url, 1, 'keyLookups');
    const dump = openDatabase(fixture.url, 1);
    onTestFinished(() => dump.end());
    onTestFinished(() => database.end());
    await dump.query('begin isolation level repeatable read');
    await dump.query('select from inaam.migration');
    await fillCampaign(database, campaign.id, dead);
    await database.query(
      `update inaam.message set state = 'owed', due_at = now() - interval '1 hour' where kind = 'voucher'`,
    );
    const take = lease(database);
    for (let taken = 0; taken < dead - 600;) taken += (await take(500)).length;
    await database.query(`update inaam.message set state = 'sent' where leased_until is not null`);
    const pagesRead = async () => {
      await database.query('select pg_stat_force_next_flush()');
      const { rows } = await database.query<{ read: string }>(
        `select sum(idx_blks_hit + heap_blks_hit) as read from pg_statio_user_tables where relname = 'message'`,
      );
      return Number(rows[0]?.read);
    };
    const reads: number[] = [];
    // Of some looks in a row one may begin at the start.
    for (let look = 0; look < 4; look += 1) {
      const before = await pagesRead();
      expect(await take(8)).toHaveLength(8);
      reads.push((await pagesRead()) - before);
    }
    expect(Math.min(...reads)).toBeLessThan(dead / 4);
  },
);

// What the review notices about shoppers on the site, and with two processes at once.
import { afterAll, expect, test } from 'vitest';
import { newMobile, Shopper } from '@inaam/testing/server/shopper/shopper.ts';
import { testServer } from '@inaam/testing/server/app/test-server.ts';
import { openTestDatabase } from '@inaam/testing/setup/cluster/test-database.ts';
import { waitUntil } from '@inaam/testing/server/wait-until.ts';
import { createReview, reviewVouchers } from './review-vouchers.job.ts';

const server = await testServer();
/** In the role of `deliver`. */
const database = openTestDatabase(server.databaseUrl, 4, 'inaam_deliver');
afterAll(() => server.close());
afterAll(() => database.end());

const dependencies = () => {
  const { campaign, keys, time } = server;
  const clocks = { wall: () => time.wall, campaign: () => time.campaign };
  return { database, campaign, keys, clocks };
};

async function messages(): Promise<string[]> {
  const { rows } = await server.database.query<{ id: string }>(
    `select id from inaam.message where kind = 'voucher' order by id`,
  );
  return rows.map(({ id }) => id);
}

async function review(ids: readonly string[]): Promise<void> {
  for (const result of await reviewVouchers(dependencies())(ids)) {
    if (result.status === 'rejected') throw result.reason;
  }
}

type Rule = 'device' | 'network' | 'block' | 'guesses';

/** The highest count in a week measured for a source; undefined: it was never noticed. */
async function noticed(rule: Rule, source: Buffer): Promise<number | undefined> {
  const { rows } = await server.database.query<{ max: number }>(
    'select in_week as max from inaam.review_cluster where rule = $1 and source = $2',
    [rule, source],
  );
  return rows[0]?.max;
}

function deviceAt(remoteAddress: string): Shopper {
  const device = new Shopper(server);
  device.remoteAddress = remoteAddress;
  return device;
}

async function play(mobile: string, device: Shopper): Promise<void> {
  await device.verify(mobile, 'Tamil Nadu');
  expect((await device.call('getReward')).resp).toMatchObject({ winType: 3 });
}

test('of numbers that follow one another the review notices the block, and of one address the network', async () => {
  const { keys } = server;
  const address = '203.0.113.77';
  const block = keys.sourceHash('block', '7012345');
  const network = keys.sourceHash('network', address);
  for (let place = 0; place < 9; place++) {
    server.time.wall += 1000;
    await play(`701234500${place}`, deviceAt(address));
  }
  await review(await messages());
  // A network is noticed from ten numbers on, and a device with one number never.
  expect([await noticed('block', block), await noticed('network', network)]).toEqual([
    9,
    undefined,
  ]);
  const last = deviceAt(address);
  await play('7012345009', last);
  await review(await messages());
  expect([await noticed('block', block), await noticed('network', network)]).toEqual([10, 10]);
  const device = keys.sourceHash('device', last.userKey);
  expect(await noticed('device', device)).toBeUndefined();

  const { rows } = await server.database.query<{ network: Buffer; text: string }>(
    'select network, row_to_json(token)::text as text from inaam.token where user_key = $1',
    [last.userKey],
  );
  expect(rows).toMatchObject([{ network }]);
  expect(network).toHaveLength(16);
  expect(rows[0]?.text).not.toContain(address);
});

test('wrong codes before the right one are noticed, and nobody is measured twice', async () => {
  const device = deviceAt('203.0.113.78');
  const mobile = '7022345678';
  await device.register(mobile, 'Tamil Nadu');
  const right = await device.code(mobile);
  const wrong = ['000000', '111111', '222222', '333333'].filter((code) => code !== right);
  for (const otp of wrong.slice(0, 3)) {
    server.time.wall += 1000;
    expect((await device.call('verifyOtp', { mobile, otp })).status).toBe(400);
  }
  server.time.wall += 1000;
  await device.verifyWith(right);
  await device.call('getReward');
  await review(await messages());
  const source = server.keys.sourceHash('device', device.userKey);
  expect(await noticed('guesses', source)).toBe(3);
  const traces = () =>
    server.database
      .query<{ count: number }>('select count(*)::integer as count from inaam.review_trace')
      .then(({ rows }) => rows[0]?.count);
  const before = await traces();
  await review(await messages());
  expect(await traces()).toBe(before);
  expect(await noticed('guesses', source)).toBe(3);
});

test('[CAM-6] of numbers of one device that two processes measure at once, none is missed', async () => {
  const known = new Set(await messages());
  const devices = Array.from({ length: 12 }, () => deviceAt('203.0.113.79'));
  for (const device of devices) await play(newMobile(), device);
  await server.database.query(`update inaam.token set user_key = 'one' where user_key = any ($1)`, [
    devices.map(({ userKey }) => userKey),
  ]);
  const ids = (await messages()).filter((id) => !known.has(id));
  expect(ids).toHaveLength(12);
  // One review each, like separate processes.
  await Promise.all(ids.map((id) => review([id])));
  expect(await noticed('device', server.keys.sourceHash('device', 'one'))).toBe(12);
  const { rows } = await server.database.query<{ place: number; members: number }>(
    `select array_length(array_agg(review_member.in_week), 1) as members, count(distinct review_member.in_week)::integer as place
     from inaam.review_member join inaam.review_cluster on number = cluster where source = $1`,
    [server.keys.sourceHash('device', 'one')],
  );
  // Each has seen all earlier ones: the first two are members without a count.
  expect(rows).toEqual([{ members: 12, place: 11 }]);
});

test('what was an hour, a day or a week ago no longer counts, and a millisecond less does', async () => {
  const hour = 3_600_000;
  const ages = [0, hour - 1, hour, 24 * hour - 1, 24 * hour, 168 * hour - 1, 168 * hour];
  const { rows } = await server.database.query(
    'select * from inaam.add_review_traces($1, $2::bytea[], $3::text[], $4::bytea[], $5::timestamptz[], 999)',
    [
      server.campaign.id,
      ages.map((_, at) => Buffer.alloc(16, at)),
      ages.map(() => 'device'),
      ages.map(() => Buffer.alloc(16, 'source')),
      ages.map((age) => new Date(server.time.wall - age)),
    ],
  );
  const own = rows.find(({ place }) => place === '1');
  expect(own).toMatchObject({ in_hour: '2', in_day: '4', in_week: '6' });
});

test('of somebody who is erased while being measured nothing is kept', async () => {
  const known = new Set(await messages());
  await play(newMobile(), deviceAt('203.0.113.80'));
  const [id = ''] = (await messages()).filter((one) => !known.has(one));
  const owner = '(select pseudonym from inaam.message where id = $1)';
  const erasing = await server.database.connect();
  await erasing.query('begin');
  await erasing.query(`delete from inaam.personal_data where pseudonym = ${owner}`, [id]);
  let isDone = false;
  const reviewing = review([id]).finally(() => (isDone = true));
  await waitUntil(async () => {
    const { rowCount } = await server.database.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return isDone || rowCount === 1;
  });
  await erasing.query('commit');
  erasing.release();
  await reviewing;
  const { rowCount } = await server.database.query(
    `select from inaam.review_trace where pseudonym = ${owner}`,
    [id],
  );
  expect(rowCount).toBe(0);
});

// Winners are measured before the voucher is sent if a rule holds vouchers, and later if none does.

/** @returns the message's id */
async function win(device: Shopper): Promise<string> {
  await device.verify(newMobile(), 'Tamil Nadu');
  await device.call('getReward', {});
  const { rows } = await server.database.query<{ id: string }>(
    `select id from inaam.message where kind = 'voucher' order by owed_at desc, id desc limit 1`,
  );
  return rows[0]?.id ?? '';
}

async function count(table: 'review_trace' | 'voucher_hold'): Promise<number> {
  const { rows } = await server.database.query<{ count: string }>(
    `select count(distinct pseudonym) as count from inaam.${table}`,
  );
  return Number(rows[0]?.count);
}

const setMode = (mode: 'off' | 'hold') =>
  server.database.query(
    `insert into inaam.review_rule (campaign, rule, mode, threshold, window_hours)
     values ($1, 'device', $2, 2, 24)
     on conflict (campaign, rule) do update set mode = excluded.mode`,
    [server.campaign.id, mode],
  );

test('winners are measured later and together while no rule holds, also those whose voucher was sent', async () => {
  const later = createReview(dependencies());
  await later.measurePostponed();
  const [traces, holds] = [await count('review_trace'), await count('voucher_hold')];
  const device = new Shopper(server);
  const [first, second] = [await win(device), await win(device)];
  expect(later.mayHold()).toBe(false);
  later.postpone(first);
  later.postpone(second);
  expect(await count('review_trace')).toBe(traces);
  await server.database.query(
    `update inaam.message set state = 'sent', sent_at = now() where id = $1`,
    [first],
  );
  // A rule set in the meantime holds later vouchers, not those that may have been sent.
  await setMode('hold');
  await later.measurePostponed();
  expect([await count('review_trace'), await count('voucher_hold')]).toEqual([traces + 2, holds]);

  expect(later.mayHold()).toBe(true);
  await later.measure(await win(device));
  expect([await count('review_trace'), await count('voucher_hold')]).toEqual([
    traces + 3,
    holds + 1,
  ]);
  await setMode('off');
});

// The figures compared with a direct count of the tables.
import { afterAll, expect, test } from 'vitest';
import { countDirectly, type DirectCounts } from '@inaam/testing/server/figures/direct-counts.ts';
import { simulateThreeDays } from '@inaam/testing/server/operator/operator-in-process.ts';
import { openTestDatabase, testDatabase } from '@inaam/testing/setup/cluster/test-database.ts';
import { transaction } from '../database/database.ts';
import { countFacts, countStock, lockProgress } from './rollups.sql.ts';
import { ofDevices, ofPeople } from '@inaam/contract/console/overview.ts';
import { labelsMax, otherLabel } from './rare-parts.sql.ts';

const campaign = 'biscuit-2025';
const days = ['2025-05-06', '2025-05-07', '2025-05-08'];
const dayMs = 86_400_000;
const startOf = (day: string) => Date.parse(`${day}T00:00:00+05:30`);
const wholePeriod = { from: 0, until: startOf('2025-08-01') };

const clone = await testDatabase();
const database = openTestDatabase(clone.url, 4);
await simulateThreeDays({ url: clone.url, database }, 120);
await database.query(
  `insert into inaam.visit (campaign, user_key, at, query, language)
     select campaign, user_key, owed_at - interval '1 minute',
       jsonb_build_object('utm_campaign', (array['metro', 'shelf', 'me\u202Etro'])[1 + ascii(user_key) % 3]),
       (array['en', 'ta', null])[1 + ascii(user_key) % 3]
     from inaam.message where kind = 'otp' and ascii(user_key) % 7 > 0`,
);
await database.query(
  `with numbered as (select id, row_number() over (order by id) % 5 as turn from inaam.message where kind = 'voucher')
     update inaam.message set
       state = (array['sent', 'delivered', 'failed', 'settled', 'owed'])[1 + turn],
       sent_at = case when turn in (0, 1) then owed_at + id_seconds * interval '1 second' end,
       ended_at = case when turn in (1, 2, 3) then owed_at + interval '3 hours' end,
       reason = case when turn = 2 then 'no such number' end
     from (select *, 1 + turn * 7 as id_seconds from numbered) as numbered where numbered.id = message.id`,
);
await database.query(
  `insert into inaam.delivery (message_id, at, outcome)
     select id, sent_at, 'accepted' from inaam.message where sent_at is not null
     union all select id, owed_at, 'unknown' from inaam.message where kind = 'otp'`,
);
afterAll(() => clone.drop());
afterAll(() => database.end());

const countAll = () => countFacts(database, campaign, Date.now());

/** The rollups of a period by figure, without labels. */
async function countsOf(from: number, until: number): Promise<DirectCounts> {
  const { rows } = await database.query<{ figure: string; count: string; rupees: string }>(
    `select figure, sum(count) as count, sum(count * amount) as rupees from inaam.rollup
     where campaign = $1 and label = '' and start >= $2 and start < $3 group by figure`,
    [campaign, new Date(from), new Date(until)],
  );
  const of = (figure: string) => Number(rows.find((row) => row.figure === figure)?.count ?? 0);
  const names = [...ofDevices, ...ofPeople, 'accepted'];
  const entries = names.map((name) => [name, of(name)]);
  const sums = rows.map((row) => Number(row.rupees));
  return {
    ...Object.fromEntries(entries),
    rupees: sums.reduce((all, one) => all + one, 0),
  };
}

const direct = (from: number, until: number) => countDirectly(database, campaign, { from, until });

/** Of one dimension by its bit, of all days; `visits` or another column. */
async function partsOf(level: number, column: string, of = campaign) {
  const { rows } = await database.query<{ value: string; count: string }>(
    `select source || shop || language || state as value, sum(${column}) as count
     from inaam.figure_part where campaign = $1 and level = $2 and unit = 'day'
     group by 1 having sum(${column}) <> 0`,
    [of, level],
  );
  return new Map(rows.map(({ value, count }) => [value, Number(count)]));
}
const ofSource = 1;
const ofShop = 2;
const ofLanguage = 4;
const ofState = 8;

const labelled = async (figure: string) => {
  const { rows } = await database.query<{ label: string; count: string }>(
    `select label, sum(count) as count from inaam.rollup
     where campaign = $1 and figure = $2 and label <> '' group by label having sum(count) <> 0`,
    [campaign, figure],
  );
  return new Map(rows.map(({ label, count }) => [label, Number(count)]));
};

async function expectAgreement() {
  for (const day of days) {
    const counts = await countsOf(startOf(day), startOf(day) + dayMs);
    expect(counts).toEqual((await direct(startOf(day), startOf(day) + dayMs)).total);
  }
  const all = await countsOf(startOf('2025-01-01'), wholePeriod.until);
  expect(all).toEqual((await direct(0, wholePeriod.until)).total);
  expect(all).toHaveProperty(
    'delivered',
    expect.toSatisfy((count: number) => count > 0),
  );
}

test('on every day the rollups of the console say what the tables have', async () => {
  await countAll();
  await expectAgreement();
  const { by } = await countDirectly(database, campaign, wholePeriod);
  const expected = (rows: ReadonlyMap<string, DirectCounts>, step: keyof DirectCounts) =>
    new Map([...rows].filter(([, row]) => row[step] > 0).map(([value, row]) => [value, row[step]]));
  for (const step of [...ofPeople, 'rupees'] as const) {
    expect(await partsOf(ofState, step)).toEqual(expected(by.state, step));
    expect(await partsOf(ofSource, step)).toEqual(expected(by.source, step));
  }
  for (const step of ['visits', 'devices', 'codes', 'numbers', 'verified'] as const) {
    expect(await partsOf(ofSource, step)).toEqual(expected(by.source, step));
    expect(await partsOf(ofLanguage, step)).toEqual(expected(by.language, step));
  }
  expect(by.source.size).toBeGreaterThan(2);
  expect(by.language.size).toBeGreaterThan(2);
  expect([...(await labelled('failed')).keys()]).toEqual(['no such number']);
});

test('a receipt that comes a day late counts on the day on which it came', async () => {
  await countAll();
  const at = startOf('2025-05-20') + 3_600_000;
  const receive = `update inaam.message set state = 'delivered', ended_at = $1
    where id in (select id from inaam.message where kind = 'voucher' and state = $2 order by id limit 2)`;
  await database.query(receive, [new Date(at), 'sent']);
  // A receipt can follow a failure, which is then reverted.
  await database.query(receive, [new Date(at), 'failed']);
  await countAll();
  expect((await countsOf(at, at + 3_600_000)).delivered).toBe(4);
  await expectAgreement();
});

test('two processes that count at once count each fact once, and neither waits for the other', async () => {
  await countAll();
  const before = await countsOf(0, wholePeriod.until);
  const visit = () =>
    database.query(
      `insert into inaam.visit (campaign, user_key, at, query) values ($1, 'two', $2, '{}')`,
      [campaign, new Date(startOf('2025-05-07'))],
    );
  for (let round = 0; round < 20; round++) {
    await Promise.all([
      visit(),
      countFacts(database, campaign, Date.now()),
      countFacts(database, campaign, Date.now()),
    ]);
  }
  await countAll();
  await visit();
  await transaction(database, async (connection) => {
    expect(await lockProgress(connection, campaign)).toBeDefined();
    await countAll();
    expect(await countsOf(0, wholePeriod.until)).toMatchObject({ visits: before.visits + 20 });
  });
  const site = openTestDatabase(clone.url, 1, 'inaam_serve');
  await expect(site.query('select from inaam.figure_progress for update')).rejects.toMatchObject({
    code: '42501',
  });
  await site.end();
  await countAll();
  const after = await countsOf(0, wholePeriod.until);
  expect(after).toEqual({ ...before, visits: before.visits + 21, devices: before.devices + 1 });
});

test('what retention and erasure delete stays counted', async () => {
  const other = 'another-campaign';
  const at = new Date(startOf('2025-05-07'));
  const come = async (days: number) => {
    const now = new Date(at.getTime() + days * dayMs);
    for (const insert of [
      `visit (campaign, user_key, at, query) values ($1, 'five', $2, '{}')`,
      `consent (campaign, user_key, t, at, answer, notice_hash)
       values ($1, 'five', extract(epoch from $2::timestamptz), $2, 'YES', '')`,
      `message (campaign, kind, user_key, mobile_index, code_hash, owed_at)
       select $1, 'otp', 'five', hash, hash, $2 from sha256('five') as hash`,
      `mobile_limits as old (campaign, mobile_index, sends)
       select $1, sha256('five'), array[$2::timestamptz]
       on conflict (campaign, mobile_index) do update set sends = old.sends || excluded.sends`,
    ]) {
      await database.query(`insert into inaam.${insert}`, [other, now]);
    }
    await countFacts(database, other, now.getTime());
    for (const table of ['visit', 'message']) {
      await database.query(`delete from inaam.${table} where campaign = $1`, [other]);
    }
    await countFacts(database, other, now.getTime());
    const { rows } = await database.query<{ figure: string; count: number }>(
      `select figure, sum(count)::integer as count from inaam.rollup
       where campaign = $1 and label = '' group by figure`,
      [other],
    );
    return Object.fromEntries(rows.map(({ figure, count }) => [figure, count]));
  };
  expect(await come(0)).toEqual({ codes: 1, devices: 1, numbers: 1, visits: 1 });
  // More than a year later neither the device nor the number is new.
  expect(await come(366)).toEqual({ codes: 2, devices: 1, numbers: 1, visits: 2 });
});

test('of one day only the most frequent sources keep a row, and none of their visits is lost', async () => {
  const own = 'many-links';
  const count = () => countFacts(database, own, Date.now());
  const day = startOf('2025-06-10');
  const links = labelsMax + 30;
  const visits = (source: string, times: number) =>
    database.query(
      `insert into inaam.visit (campaign, user_key, at, query)
       select $1, ${source} || place, $2, jsonb_build_object('utm_campaign', ${source}, 'id', 'shop 1')
       from generate_series(1, ${times}) as place`,
      [own, new Date(day)],
    );
  await visits(`'station'`, 5);
  await visits(`'made up ' || place`, links);
  await count();
  await visits(`'station'`, 2);
  await count();
  const counts = await partsOf(ofSource, 'visits', own);
  expect(counts.size).toBe(labelsMax + 1);
  expect(counts.get('station')).toBe(7);
  expect(counts.get(otherLabel)).toBe(links + 1 - labelsMax);
  const { rows } = await database.query(
    `select level, unit, sum(visits)::integer as visits, count(*)::integer as rows
     from inaam.figure_part where campaign = $1 and level in (1, 2, 3) group by 1, 2 order by 1, 2`,
    [own],
  );
  const all = { unit: 'day', visits: links + 7 };
  expect(rows).toEqual([
    { ...all, level: ofSource, rows: labelsMax + 1 },
    { ...all, level: ofShop, rows: 1 },
    { ...all, level: ofSource + ofShop, rows: labelsMax + 1 },
  ]);
});

test('each statement of a round has its time, so that a flood of sources does not stop the figures', async () => {
  await database.query(
    `insert into inaam.visit (campaign, user_key, at, query)
     select $1, 'flood ' || place, now(), jsonb_build_object('utm_campaign', 'flood ' || place)
     from generate_series(1, 2100) as place`,
    [campaign],
  );
  const short: unknown[] = [];
  const watched = openTestDatabase(clone.url, 1);
  watched.on('connect', (connection) => {
    const query = connection.query.bind(connection);
    const watch = (...given: unknown[]): unknown => {
      // As a text alone it would have the short time of the others.
      if (/figure_part|inaam\.rollup /.test(String(given[0]))) short.push(given[0]);
      return Reflect.apply(query, connection, given);
    };
    Object.assign(connection, { query: watch });
  });
  try {
    await countFacts(watched, campaign, Date.now());
  } finally {
    await watched.end();
    await database.query(`delete from inaam.figure_part where start > now() - interval '2 days'`);
    await database.query(`delete from inaam.rollup where start > now() - interval '2 days'`);
    await database.query(`delete from inaam.visit where user_key like 'flood %'`);
  }
  expect(short).toEqual([]);
});

test('a source that comes after many invented ones is counted while its day goes on', async () => {
  const own = 'flooded';
  const day = startOf('2026-03-10');
  const visit = (source: string, at: number, times = 1) =>
    database.query(
      `insert into inaam.visit (campaign, user_key, at, query)
       select $1, ${source} || place, $2, jsonb_build_object('utm_campaign', ${source})
       from generate_series(1, ${times}) as place, generate_series(1, 3)`,
      [own, new Date(at)],
    );
  const shown = async () => {
    const { rows } = await database.query<{ source: string; visits: number }>(
      `select source, visits from inaam.figure_part
       where campaign = $1 and level = ${ofSource} and unit = 'day' and start = $2`,
      [own, new Date(day)],
    );
    return new Map(rows.map(({ source, visits }) => [source, visits]));
  };
  await visit(`'made up ' || place`, day, labelsMax + 50);
  await countFacts(database, own, day + 3_600_000);
  for (let hour = 2; hour < 6; hour += 1) {
    await visit(`'station'`, day + hour * 3_600_000);
    await countFacts(database, own, day + hour * 3_600_000);
  }
  expect((await shown()).get('station')).toBe(12);
  expect((await shown()).size).toBe(labelsMax + 51);
  // The next day it is one of the most frequent sources, and the invented ones are merged.
  await visit(`'station'`, day + dayMs);
  await countFacts(database, own, day + dayMs + 3_600_000);
  expect((await shown()).get('station')).toBe(12);
  expect((await shown()).size).toBe(labelsMax + 1);
  expect((await shown()).get(otherLabel)).toBe(51 * 3);
});

test('the free stock by the day of its expiry and the debts by amount are what is there', async () => {
  await countStock(database, campaign);
  const load = (count: number) =>
    database.query(
      `insert into inaam.voucher (campaign, code_index, code_sealed, amount, loaded_at, expires_on)
       select $1, sha256(convert_to(place::text, 'UTF8')), '\\x00', 3, now(), '2027-03-31'
       from generate_series(1, ${count}) as place`,
      [campaign],
    );
  await load(10);
  await database.query(
    `update inaam.voucher set withdrawn_at = now() where code_index in (select code_index from inaam.voucher limit 2)`,
  );
  await database.query(
    `update inaam.voucher set pseudonym = (select pseudonym from inaam.reward where amount = 3 limit 1),
       assigned_at = now()
     where code_index in (select code_index from inaam.voucher where withdrawn_at is null limit 1)`,
  );
  await countStock(database, campaign);
  expect(await labelled('free')).toEqual(new Map([['2027-03-31', 7]]));
  const owed = await database.query(
    `select amount, count from inaam.rollup where figure = 'waiting' and label = 'owed' and count <> 0 order by amount`,
  );
  const stored = await database.query(
    `select amount, count(*) from inaam.message join inaam.reward using (campaign, pseudonym)
     where message.kind = 'voucher' and state = 'owed' group by amount order by amount`,
  );
  expect(owed.rows).toEqual(stored.rows);
  expect(owed.rows.length).toBeGreaterThan(0);
});

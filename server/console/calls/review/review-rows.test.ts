// The page of the review must cost the same when a country has taken part.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { consoleAccount, consoleOrigin } from '@inaam/testing/server/console-account.ts';
import { deliveryFixture, type DeliveryFixture } from '@inaam/testing/server/delivery-fixture.ts';
import { fillCampaign } from '@inaam/testing/server/fill-campaign.ts';
import { testDatabase, type TestDatabase } from '@inaam/testing/setup/test-database.ts';
import { openDatabase, type Database } from '../../../storage/database.ts';
import { buildConsoleApp } from '../../app.ts';

const filled = 4000;
const ofOne = 5;

let clone: TestDatabase;
let fixture: DeliveryFixture;
/** One connection, whose statistics are asked for. */
let database: Database;
let app: Awaited<ReturnType<typeof buildConsoleApp>>;

beforeAll(async () => {
  clone = await testDatabase();
  fixture = await deliveryFixture(clone.url);
  await fixture.verifyParticipants();
  database = openDatabase(clone.url, 1, 'general', 'inaam_console');
  const { campaign, keys, clocks, log } = fixture;
  const context = { database, campaign, keys, clocks, log, origin: consoleOrigin };
  app = await buildConsoleApp({ ...context, site: undefined });
  await fillCampaign(fixture.database, campaign.id, filled);
  // All of them in clusters of five, and every hundredth voucher is held.
  await fixture.database.query(
    `with person as (
       select pseudonym, verified_at, (row_number() over (order by pseudonym) - 1) as place
       from inaam.participant where pseudonym in (select pseudonym from inaam.message where kind = 'voucher')),
     cluster as (
       insert into inaam.review_cluster (campaign, rule, source, last_at, in_hour, in_day, in_week)
       select $1, 'device', substr(sha256(place::text::bytea), 1, 16), now() - place * interval '1 second', 5, 5, 5
       from person where place % ${ofOne} = 0 returning number, source),
     numbered as (select number, row_number() over (order by number) - 1 as place from cluster)
     insert into inaam.review_member (campaign, pseudonym, rule, cluster, at, in_hour, in_day, in_week)
     select $1, pseudonym, 'device', number, now() - person.place * interval '1 second', 1, 1 + person.place % ${ofOne},
       case person.place when 7 then 60 else 5 end
     from person join numbered on numbered.place = person.place / ${ofOne}`,
    [campaign.id],
  );
  await fixture.database.query(
    `update inaam.message set state = 'owed' where kind = 'voucher' and get_byte(sha256(pseudonym), 0) < 3`,
  );
  await fixture.database.query(
    `insert into inaam.review_hold (campaign, pseudonym, state, at, decided_by, why)
     select campaign, pseudonym, 'held', now(), 'rule device', 'many' from inaam.message
     where kind = 'voucher' and state = 'owed'`,
  );
  await fixture.database.query('vacuum (analyze) inaam.message, inaam.reward, inaam.review_member');
  await fixture.database.query('analyze');
  await fixture.database.query('select pg_stat_force_next_flush()');
});
afterAll(async () => {
  await app.close();
  await database.end();
  await fixture.database.end();
  await clone.drop();
});

/** Rows of each table that every connection has read until now. */
async function rowsRead(): Promise<Map<string, number>> {
  const connection = await database.connect();
  await connection.query('select pg_stat_force_next_flush()');
  connection.release();
  const { rows } = await fixture.database.query<{ name: string; read: string }>(
    `select relname as name, seq_tup_read + coalesce(idx_tup_fetch, 0) as read
     from pg_stat_user_tables where schemaname = 'inaam'`,
  );
  return new Map(rows.map(({ name, read }) => [name, Number(read)]));
}

test('the review reads a bounded part of what it has noticed, however many took part', async () => {
  const manager = await consoleAccount({ ...fixture, app }, 'Mira', 'manager');
  const ask = async (name: Parameters<typeof manager.call>[0], fields: object) => {
    const answer = await manager.call(name, fields);
    expect({ name, ...answer }).toMatchObject({ status: 200 });
    return answer.body;
  };
  const { rows } = await fixture.database.query<{ number: string; held: string; name: string }>(
    `select member.cluster as number, encode(member.pseudonym, 'hex') as name,
       (select count(*) from inaam.review_hold) as held
     from inaam.review_member as member join inaam.review_hold using (campaign, pseudonym) limit 1`,
  );
  const [one] = rows;
  const held = Number(one?.held);
  expect(held).toBeGreaterThan(10);
  const number = Number(one?.number);
  const setting = { rule: 'device', threshold: 4, windowHours: 24, why: 'a test' };
  await ask('changeRule', { ...setting, mode: 'watch' });
  const few = 130;
  for (const [name, fields, most] of [
    // What is held, each with its message and reward.
    ['readReview', {}, held + 10],
    // Twenty clusters of five, of 500 candidates.
    ['readClusters', { before: null }, few],
    ['readCluster', { number }, 30],
    // Those that reach the threshold, of what was noticed in thirty days.
    ['previewRule', { rule: 'device', threshold: 50, windowHours: 168 }, few],
    [
      'decideVouchers',
      { cluster: number, pseudonyms: [one?.name], action: 'release', why: 'a test' },
      few,
    ],
  ] as const) {
    const before = await rowsRead();
    await ask(name, fields);
    const after = await rowsRead();
    const read = [...after].map(
      ([table, count]) => [table, count - (before.get(table) ?? 0)] as const,
    );
    const facts = read.filter(([table, count]) => !table.startsWith('review_') && count > most);
    // Of its own tables it reads as much as its limits say.
    const limit = name === 'previewRule' ? filled + few : 510 + held;
    const own = read.filter(([table, count]) => table.startsWith('review_') && count > limit);
    expect({ name, facts, own }).toEqual({ name, facts: [], own: [] });
  }
});

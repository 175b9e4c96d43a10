// Maintaining the queue every minute must not read messages sent long ago. With ten million
// participants, each `deliver` would read twenty million messages.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillCampaign } from '@inaam/testing/server/database/fill-campaign.ts';
import { testDatabase, type TestDatabase } from '@inaam/testing/setup/cluster/test-database.ts';
import { openDatabase, type Database } from '../../database/database.ts';
import {
  removeExhaustedJobs,
  rescheduleAllOwed,
  rescheduleAssigned,
  reviveJobs,
} from './jobs.sql.ts';

const campaign = 'biscuit-2025';
const filled = 1500;
const waiting = 10;

let clone: TestDatabase;
/** One connection, so that its reads can be counted. */
let database: Database;

beforeAll(async () => {
  clone = await testDatabase();
  database = openDatabase(clone.url, 1, 'keyLookups');
  // Before the tables are analyzed, the planner takes them for empty.
  await database.query('vacuum analyze');
  const filling = openDatabase(clone.url, 2);
  await fillCampaign(filling, campaign, filled);
  await filling.end();
  await database.query(
    `with owed as (
       select id from inaam.message where kind = 'voucher' order by id limit $1),
     changed as (
       update inaam.message set state = 'owed', sent_at = null from owed where message.id = owed.id)
     insert into graphile_worker._private_jobs (task_id, payload, max_attempts, attempts)
     select inaam.task_id('send_voucher:' || $2), json_build_object('id', id), 25,
       case when row_number() over (order by id) % 2 = 0 then 25 else 1 end
     from owed`,
    [waiting, campaign],
  );
});
afterAll(async () => {
  await database.end();
  await clone.drop();
});

const tables = ['message', 'reward', 'delivery', 'voucher'];

async function rowsRead(): Promise<number> {
  await database.query('select pg_stat_force_next_flush()');
  const { rows } = await database.query<{ read: string }>(
    `select sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) as read
     from pg_stat_user_tables where schemaname = 'inaam' and relname = any ($1)`,
    [tables],
  );
  return Number(rows[0]?.read);
}

const steps: Record<string, () => Promise<unknown>> = {
  'jobs that are missing or exhausted': () => reviveJobs(database, campaign),
  'vouchers that wait for a code': () => rescheduleAllOwed(database, campaign, '2026-01-01'),
  'vouchers that wait after a failure': () =>
    rescheduleAssigned(database, campaign, { max: 100, triedBefore: new Date() }),
  'jobs of what was sent': () => removeExhaustedJobs(database, campaign),
};

test.each(['statistics of empty tables', 'fresh statistics'])(
  'with %s only what waits is read',
  async (statistics) => {
    if (statistics.startsWith('fresh')) await database.query('analyze');
    const read: Record<string, number> = {};
    for (const [name, step] of Object.entries(steps)) {
      const before = await rowsRead();
      await step();
      read[name] = (await rowsRead()) - before;
    }
    const tooMany = Object.entries(read).filter(([, rows]) => rows > 10 * waiting);
    expect(tooMany).toEqual([]);
  },
);

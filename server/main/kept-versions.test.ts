// While a dump or a report holds a snapshot, PostgreSQL keeps every dead row version.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '@inaam/testing/setup/cluster/test-database.ts';
import { openDatabase, type Database } from '../database/database.ts';

const finished = 3000;
const waiting = 6;

let clone: TestDatabase;
let dump: Database;
let database: Database;
beforeAll(async () => {
  clone = await testDatabase();
  dump = openDatabase(clone.url, 1);
  database = openDatabase(clone.url, 1, 'keyLookups');
  await dump.query('begin isolation level repeatable read');
  await dump.query('select from inaam.migration');
});
afterAll(async () => {
  await dump.end();
  await database.end();
  await clone.drop();
});

const addJobs = (count: number) =>
  database.query(
    'insert into graphile_worker._private_jobs (task_id) select 1 from generate_series(1, $1)',
    [count],
  );

/** graphile-worker's own statement, with a plan for any number of jobs. */
async function pagesToComplete(): Promise<number> {
  await database.query('set plan_cache_mode = force_generic_plan');
  await database.query(
    `prepare complete_jobs (bigint[]) as
     delete from graphile_worker._private_jobs as jobs using unnest($1::bigint[]) n(n) where id = n`,
  );
  type Plan = { 'QUERY PLAN': [{ Plan: { 'Shared Hit Blocks': number } }] };
  const { rows } = await database.query<Plan>(
    `explain (analyze, buffers, format json) execute complete_jobs('{1,2,3,4}')`,
  );
  return rows[0]?.['QUERY PLAN'][0].Plan['Shared Hit Blocks'] ?? Infinity;
}

test('completing jobs passes none of those that a snapshot keeps', async () => {
  await addJobs(finished);
  await database.query('delete from graphile_worker._private_jobs');
  await addJobs(waiting);
  // Statistics of the few waiting jobs.
  await database.query('vacuum analyze graphile_worker._private_jobs');
  expect(await pagesToComplete()).toBeLessThan(20);
});

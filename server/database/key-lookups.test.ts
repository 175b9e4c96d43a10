// Connections keep plans that they made while the tables were empty, and statistics come late.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeRequest, consentedDevice, tryOf } from '@inaam/testing/server/shopper/code-request.ts';
import { openTestDatabase } from '@inaam/testing/setup/cluster/test-database.ts';
import { insertParticipants } from '@inaam/testing/server/campaign/participants.ts';
import { newMobile } from '@inaam/testing/server/shopper/shopper.ts';
import {
  limitsWithoutPrices as rateLimits,
  testServer,
  type TestServer,
} from '@inaam/testing/server/app/test-server.ts';
import { openDatabase, type Database } from './database.ts';
import { createStorage, type Storage } from '../http/context.ts';
import { skipLedgerChecks } from '@inaam/testing/server/database/database-outage.ts';

let server: TestServer;
let database: Database;
let storage: Storage;
beforeAll(async () => {
  server = await testServer();
  // One connection, so that its first plans are used.
  database = openTestDatabase(server.databaseUrl, 1);
  const { campaign, readCards } = server;
  storage = createStorage({ database, campaign, rateLimits, readCards });
  // By the statistics the tables are empty, so each index that begins with the campaign seems as
  // good as the key's.
  await database.query('vacuum analyze');
});
afterAll(async () => {
  await database.end();
  await server.close();
});

test('a shopper reads as many rows in full tables as in empty ones', async () => {
  // After five executions PostgreSQL keeps the plan.
  for (let count = 0; count < 8; count++) await takePart();
  const inEmpty = await rowsReadBy(takePart);
  expect(inEmpty).toMatchObject({ challenge: expect.toSatisfy((read: number) => read > 0) });
  await fillTables(2000);
  const inFull = await rowsReadBy(takePart);
  expect(inFull).toEqual(inEmpty);
});

test('with statistics a shopper reads a few rows of each table, in PostgreSQL 15 as well', async () => {
  await fillTables(2000);
  await database.query('analyze');
  await takePart();
  const read = await rowsReadBy(takePart);
  expect(Object.entries(read).filter(([, rows]) => rows > 100)).toEqual([]);
});

test('only the next voucher code is looked up without a sort: before PostgreSQL 17, keys are sorted', async () => {
  const { rows } = await database.query<{ name: string }>(
    `select proname as name from pg_proc
     where pronamespace = 'inaam'::regnamespace and 'enable_sort=off' = any (proconfig)`,
  );
  expect(rows.map(({ name }) => name)).toEqual(['assign_vouchers']);
  const setting = await database.query<{ enable_sort: string }>('show enable_sort');
  expect(setting.rows).toEqual([{ enable_sort: 'on' }]);
});

async function takePart(): Promise<void> {
  const request = codeRequest(server, await consentedDevice(server), newMobile());
  expect(await storage.requestCodes.one(request)).toMatchObject({ kind: 'send', code: 'new' });
  expect(await storage.readRegistrations.one(request.userKey)).not.toBe('none');
  expect(await storage.countTries.one(tryOf(server, request))).toMatchObject({ kind: 'compare' });
  const { campaign } = server;
  const [pseudonym] = await insertParticipants({ database, campaign }, 1, 'Tamil Nadu');
  const claim = { pseudonym: pseudonym ?? Buffer.of(), drawNumber: undefined };
  const granted = await storage.grantRewards.one({
    ...claim,
    today: '2025-07-01',
    now: request.now,
  });
  expect(granted).toMatchObject({ amount: 3 });
}

test.each(['general', 'keyLookups'] as const)(
  'a connection for %s statements compiles none of them, whatever the server does for others',
  async (planning) => {
    const pool = openDatabase(server.databaseUrl, 1, planning);
    const { rows } = await pool.query(`select setting from pg_settings where name = 'jit'`);
    expect(rows).toEqual([{ setting: 'off' }]);
    await pool.end();
  },
);

type RowsRead = Record<string, number>;

async function rowsReadBy(work: () => Promise<void>): Promise<RowsRead> {
  const before = await readStatistics();
  await work();
  const after = await readStatistics();
  return Object.fromEntries(
    Object.entries(after).map(([table, read]) => [table, read - (before[table] ?? 0)]),
  );
}

/** The server's own connections may report earlier reads of other tables. */
const tables = [
  'device_limits',
  'mobile_limits',
  'challenge',
  'consent',
  'participant',
  'reward',
  '_private_jobs',
];

async function readStatistics(): Promise<RowsRead> {
  await database.query('select pg_stat_force_next_flush()');
  const { rows } = await database.query<{ table: string; read: string }>(
    `select relname as table, seq_tup_read + idx_tup_fetch as read
     from pg_stat_user_tables where relname = any ($1)`,
    [tables],
  );
  return Object.fromEntries(rows.map(({ table, read }) => [table, Number(read)]));
}

/** Adds devices and mobiles that are all participants with a reward. */
async function fillTables(count: number): Promise<void> {
  const { campaign, keys } = server;
  const checkAgain = await skipLedgerChecks(database);
  const userKeys = Array.from({ length: count }, () => keys.newUserKey());
  const mobileIndexes = Array.from({ length: count }, () => randomBytes(32));
  const values = [campaign.id, userKeys, mobileIndexes];
  const source = 'unnest($2::text[], $3::bytea[]) as item (user_key, mobile_index)';
  for (const statement of [
    `insert into inaam.consent select $1, user_key, 1, 'YES', 'hash', now() from ${source}`,
    `insert into inaam.device_limits select $1, user_key from ${source}`,
    `insert into inaam.mobile_limits select $1, mobile_index from ${source}`,
    `insert into inaam.challenge select $1, user_key, mobile_index, 1, now() from ${source}`,
    `insert into inaam.participant
     select $1, substr(mobile_index, 1, 16), mobile_index, 'Goa', now() from ${source}`,
    `insert into inaam.reward (campaign, pseudonym, amount, kind, granted_at, day, pool)
     select $1, substr(mobile_index, 1, 16), 3, 'reserve', now(), '2025-07-01', 'reserve:3' from ${source}`,
  ]) {
    await database.query(statement, values);
  }
  await checkAgain();
}

import { openTestDatabase } from '@inaam/testing/setup/cluster/open-test-database.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '@inaam/testing/setup/cluster/test-database.ts';
import type { Database } from '../../database/database.ts';
import { guardDoubleRelease } from './fetch-guards.ts';

let clone: TestDatabase;
let database: Database;

beforeAll(async () => {
  clone = await testDatabase();
  database = openTestDatabase(clone.url, 2);
});
afterAll(async () => {
  await database.end();
  await clone.drop();
});

test('a client released twice is back in the pool once', async () => {
  const pool = guardDoubleRelease(database);
  await new Promise<void>((resolve, reject) => {
    pool.connect((error, client, release) => {
      if (error || !client) return reject(error ?? new Error('no client'));
      release();
      release();
      resolve();
    });
  });
  expect({ idle: pool.idleCount, total: pool.totalCount }).toEqual({ idle: 1, total: 1 });
  const client = await pool.connect();
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  client.release();
  expect((await pool.query('select 2 as two')).rows).toEqual([{ two: 2 }]);
});

test('where no connection becomes free in time there is nothing to release', async () => {
  const full = new pg.Pool({ connectionString: clone.url, max: 1 });
  const only = await full.connect();
  // Only for the next connection: on a busy machine the first needs longer.
  full.options.connectionTimeoutMillis = 50;
  try {
    const given = await new Promise<{ error: unknown; release: unknown }>((resolve) => {
      guardDoubleRelease(full).connect((error, _, release) => resolve({ error, release }));
    });
    expect(given).toEqual({
      error: new Error('timeout exceeded when trying to connect'),
      release: undefined,
    });
  } finally {
    only.release();
    await full.end();
  }
});

// A migration waits for a lock while shoppers come: everybody who needs the table queues behind it.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Shopper } from '@inaam/testing/server/shopper/shopper.ts';
import { testServer, type TestServer } from '@inaam/testing/server/app/test-server.ts';
import { openTestDatabase } from '@inaam/testing/setup/cluster/open-test-database.ts';
import type { Connection, Database } from '../database.ts';
import { readMigrations } from './applied-migrations.ts';
import { lockBriefly, lockPatience } from './lock-briefly.ts';
import { migrate } from './migrate.ts';

let server: TestServer;
let owner: Database;
beforeEach(async () => {
  server = await testServer();
  owner = openTestDatabase(server.databaseUrl, 4);
});
afterEach(async () => {
  await owner.end();
  await server.close();
});

/** All migrations, and one more that locks the table of a call exclusively. */
async function withOneMore() {
  const migrations = await readMigrations();
  const number = (migrations.at(-1)?.number ?? 0) + 1;
  const sql = 'alter table inaam.consent add column later integer';
  return { migrations: [...migrations, { number, name: 'later.sql', hash: 'x', sql }] };
}

/** For example a dump, which only reads, but for a long time. */
async function whileRead<Result>(work: (reader: Connection) => Promise<Result>): Promise<Result> {
  const reader = await owner.connect();
  await reader.query('begin; lock table inaam.consent in access share mode');
  try {
    return await work(reader);
  } finally {
    await reader.query('rollback');
    reader.release();
  }
}

test('a migration that finds no free moment gives up, says what to do, and changes nothing', async () => {
  let waits = 0;
  await whileRead(async () => {
    const patience = { attempts: 2, pauseMs: 1, onWait: () => (waits += 1) };
    await expect(migrate(owner, patience, await withOneMore())).rejects.toThrow(
      /Migration later.sql cannot be applied.*End long transactions/,
    );
  });
  expect(waits).toBe(1);
  const { rows } = await owner.query(`select from inaam.migration where name = 'later.sql'`);
  expect(rows).toEqual([]);
});

test('calls go on while a migration waits for its lock, and it is applied when the lock is free', async () => {
  const shopper = new Shopper(server);
  await shopper.start();
  let waits = 0;
  let migrating: Promise<string[]> | undefined;
  await whileRead(async () => {
    let hasFailed = false;
    const isWaiting = () => waits < 3 && !hasFailed;
    const patience = { attempts: 1000, pauseMs: 1, onWait: () => (waits += 1) };
    migrating = migrate(owner, patience, await withOneMore());
    migrating.catch(() => (hasFailed = true));
    // Calls arrive throughout the migration's wait.
    do {
      expect(await shopper.call('recordConsent', { agree: 'YES' })).toMatchObject({ status: 200 });
    } while (isWaiting());
  });
  expect(await migrating).toEqual(['later.sql']);
  // The old program on the new schema.
  expect(await shopper.call('recordConsent', { agree: 'YES' })).toMatchObject({ status: 200 });
});

test('when the connection is lost, the error is the one of the work', async () => {
  const lost = {
    query: (text: string) =>
      text === 'set lock_timeout = 0'
        ? Promise.reject(new Error('no connection'))
        : Promise.resolve(),
  };
  const work = () => Promise.reject(new Error('disk full'));
  await expect(lockBriefly(lost, 'It', work, lockPatience)).rejects.toThrow('disk full');
});

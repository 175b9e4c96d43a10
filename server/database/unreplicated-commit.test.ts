// While a synchronous standby does not answer, commits exist on one machine only and are lost if it
// fails.
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startPostgres, type EmbeddedPostgres } from '@inaam/runtime/postgres.ts';
import { withDatabase } from '@inaam/testing/setup/cluster/test-database.ts';
import { waitUntil } from '@inaam/testing/server/wait-until.ts';
import { lockThenWrite } from './batches/batch.ts';
import { isConnectionLost } from './connection-problems.ts';
import { openDatabase, transaction, type Database } from './database.ts';

let postgres: EmbeddedPostgres;
let pool: Database;
beforeAll(async () => {
  const dataFolder = await mkdtemp(path.join(tmpdir(), 'inaam-standby-'));
  postgres = await startPostgres({ dataFolder, durable: false, settings: durable });
  const roles =
    'create role inaam_serve; create table public.fact (name text); create table public.probe ()';
  await withDatabase(postgres.url, (admin) => admin.query(roles));
  await withDatabase(postgres.url, (admin) =>
    admin.query('grant all on public.fact to inaam_serve'),
  );
  // The limits of a program that runs for months.
  pool = openDatabase(postgres.url, 4, 'keyLookups', 'inaam_serve');
  await wantStandby('nobody');
});
afterEach(async () => {
  await withDatabase(postgres.url, async (admin) => {
    await admin.query('set synchronous_commit = local');
    await admin.query('delete from public.fact');
  });
  await wantStandby('nobody');
});
afterAll(() => postgres.discard());
afterAll(() => pool.end());

const durable = { synchronous_commit: 'on' };

async function wantStandby(name: string): Promise<void> {
  const set = `alter system set synchronous_standby_names = '${name}'`;
  await withDatabase(postgres.url, async (admin) => {
    await admin.query(set);
    await admin.query('select pg_reload_conf()');
  });
  if (name !== '') await waitUntil(doCommitsWait);
}

/** Commits wait once PostgreSQL's checkpointer has read the setting. */
async function doCommitsWait(): Promise<boolean> {
  let hasWaited: boolean | undefined;
  const written = withDatabase(postgres.url, (admin) =>
    admin.query('insert into public.probe default values').then(
      () => (hasWaited = false),
      () => (hasWaited = true),
    ),
  );
  await waitUntil(async () => {
    await cancelWaits();
    return hasWaited !== undefined;
  });
  await written;
  return hasWaited === true;
}

const facts = () =>
  withDatabase(postgres.url, async (admin) => {
    const { rows } = await admin.query<{ name: string }>(
      'select name from public.fact order by name',
    );
    return rows.map(({ name }) => name);
  });

const cancelWaits = () =>
  withDatabase(postgres.url, async (admin) => {
    const { rowCount } = await admin.query(
      `select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`,
    );
    return rowCount;
  });

const insert = (name: string) => ({ text: 'insert into public.fact values ($1)', values: [name] });

const commits = {
  transaction: (name: string) =>
    transaction(pool, async (connection) => void (await connection.query(insert(name)))),
  lockThenWrite: (name: string) =>
    lockThenWrite(
      pool,
      (connection) => connection.query('select'),
      () => ({ result: undefined, write: insert(name) }),
    ),
};

test('a commit that no standby has is neither answered nor seen', async () => {
  const answers = await Promise.allSettled([
    commits.transaction('one'),
    commits.lockThenWrite('two'),
  ]);
  for (const answer of answers) {
    expect(answer.status === 'rejected' && isConnectionLost(answer.reason)).toBe(true);
  }
  // A repeated call must not show the shopper what a failover would undo.
  expect(await facts()).toEqual([]);
  await wantStandby('');
  await expect.poll(facts).toEqual(['one', 'two']);
});

test('a commit whose wait for the standby was cancelled is not answered', async () => {
  const answer = commits.transaction('cancelled').catch((reason: unknown) => reason);
  await expect.poll(cancelWaits).toBe(1);
  const error = await answer;
  expect(error).toMatchObject({ code: '08007' });
  expect(isConnectionLost(error)).toBe(true);
});

test('the connection to a server that has become a standby is given up', async () => {
  // The pool would reuse this idle connection.
  await pool.query('set default_transaction_read_only = on');
  const late = await commits.transaction('late').catch((reason: unknown) => reason);
  expect(isConnectionLost(late)).toBe(true);
  await wantStandby('');
  await commits.transaction('later');
  expect(await facts()).toContain('later');
});

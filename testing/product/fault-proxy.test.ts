import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '../setup/cluster/test-database.ts';
import { waitUntil } from '../server/wait-until.ts';
import { startFaultProxy, type FaultProxy } from './fault-proxy.ts';

let clone: TestDatabase;
let proxy: FaultProxy;
beforeAll(async () => {
  clone = await testDatabase();
  await ask('create table kept (who text)');
});
beforeEach(async () => {
  proxy = await startFaultProxy(clone.url);
});
afterEach(() => proxy.close());
afterAll(() => clone.drop());

test('each lost answer takes one commit, also when several are under way', async () => {
  const clients = await Promise.all(['a', 'b', 'c', 'd'].map(begun));
  const losses = Promise.all([proxy.loseAnswerToCommit(), proxy.loseAnswerToCommit(1)]);
  const answers = await Promise.allSettled(clients.map((client) => client.query('commit')));
  await losses;
  expect(answers.filter(({ status }) => status === 'rejected')).toHaveLength(2);
  expect(await ask(`select from kept where who = any('{a,b,c,d}')`)).toBe(4);
  await endAll(clients);
});

test('a failed transaction gets its answer, and another commit loses its own', async () => {
  const [failed, other] = [await begun('failed'), await begun('other')];
  await expect(failed.query('select 1 / 0')).rejects.toThrow('division by zero');
  const loss = proxy.loseAnswerToCommit();
  expect((await failed.query('commit')).command).toBe('ROLLBACK');
  expect((await failed.query('select 1')).rowCount).toBe(1);
  await expect(other.query('commit')).rejects.toThrow('ECONNRESET');
  await loss;
  expect(await ask(`select from kept where who = 'failed'`)).toBe(0);
  expect(await ask(`select from kept where who = 'other'`)).toBe(1);
  await endAll([failed, other]);
});

test('a program that goes before its commit is answered takes no loss with it', async () => {
  const [gone, holder] = [await begun('gone'), await begun('holder')];
  await holder.query('create table held ()');
  const loss = proxy.loseAnswerToCommit();
  // It waits for the other transaction before it commits.
  const asked = gone.query('create table held (); commit').catch((error: unknown) => error);
  gone.connection.stream.destroy();
  expect(await asked).toBeInstanceOf(Error);
  const others: pg.Client[] = [];
  await waitUntil(async () => {
    const other = await begun('third');
    others.push(other);
    return other.query('commit').then(
      () => false,
      () => true,
    );
  });
  await loss;
  await holder.query('rollback');
  await endAll([gone, holder, ...others]);
});

/** In a transaction that has written. */
async function begun(who: string): Promise<pg.Client> {
  const client = new pg.Client(proxy.url);
  client.on('error', () => undefined);
  await client.connect();
  await client.query('begin');
  await client.query('insert into kept values ($1)', [who]);
  return client;
}

async function endAll(clients: readonly pg.Client[]): Promise<void> {
  await Promise.all(clients.map((client) => client.end().catch(() => undefined)));
}

/** Bypasses the proxy. @returns the number of rows */
async function ask(text: string): Promise<number | null> {
  const client = new pg.Client(clone.url);
  await client.connect();
  try {
    return (await client.query(text)).rowCount;
  } finally {
    await client.end();
  }
}

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestDatabase } from '@inaam/testing/setup/cluster/open-test-database.ts';
import { testDatabase, type TestDatabase } from '@inaam/testing/setup/cluster/test-database.ts';
import type { Connection, Database } from '../database.ts';
import { lockThenWrite } from './batch.ts';

let clone: TestDatabase;
let database: Database;
beforeAll(async () => {
  clone = await testDatabase();
  database = openTestDatabase(clone.url, 1);
  await database.query('create table inaam.counted (number integer primary key)');
});
beforeEach(async () => {
  await database.query('truncate inaam.counted');
  await database.query(insert, [1]);
});
afterAll(async () => {
  await database.end();
  await clone.drop();
});

const insert = 'insert into inaam.counted values ($1) returning number';
const lock = (number: number) => async (connection: Connection) =>
  (await connection.query<{ number: number }>(insert, [number])).rows[0]?.number;
const write = (number: number) => ({ text: insert, values: [number] });

async function numbers(): Promise<number[]> {
  const { rows } = await database.query<{ number: number }>(
    'select * from inaam.counted order by 1',
  );
  return rows.map(({ number }) => number);
}

test('what is locked and what is written are committed together, in two round trips', async () => {
  const traffic = await listenToTraffic();
  const decide = (locked: number | undefined) => ({ result: locked, write: write(3) });
  expect(await lockThenWrite(database, lock(2), decide)).toBe(2);
  expect(traffic).toEqual(['sent', 'answered', 'sent', 'answered']);
  expect(await numbers()).toEqual([1, 2, 3]);
});

/**
 * Counts how often the pool's only connection changes direction, however many packets follow each
 * other.
 */
async function listenToTraffic(): Promise<string[]> {
  const connection = await database.connect();
  const { stream } = connection.connection;
  const turns: string[] = [];
  const note = (turn: string) => void (turns.at(-1) === turn || turns.push(turn));
  const send = stream.write.bind(stream);
  Object.assign(stream, {
    write(...parameters: unknown[]): unknown {
      note('sent');
      return Reflect.apply(send, stream, parameters);
    },
  });
  stream.prependListener('data', () => note('answered'));
  connection.release();
  return turns;
}

test('a write that fails takes back what was done with the locks', async () => {
  const failing = lockThenWrite(database, lock(3), () => ({ result: 0, write: write(3) }));
  await expect(failing).rejects.toMatchObject({ code: '23505' });
  expect(await numbers()).toEqual([1]);
});

test('without a lock nothing is decided', async () => {
  let decided = 0;
  const failing = lockThenWrite(database, lock(1), () => {
    decided += 1;
    return { result: 0, write: write(4) };
  });
  await expect(failing).rejects.toMatchObject({ code: '23505' });
  expect(decided).toBe(0);
  expect(await numbers()).toEqual([1]);
});

test('a decision that throws rolls back', async () => {
  const failing = lockThenWrite(database, lock(4), () => {
    throw new Error('no verdict');
  });
  await expect(failing).rejects.toThrow('no verdict');
  expect(await numbers()).toEqual([1]);
});

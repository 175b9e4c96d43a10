import fc from 'fast-check';
import { expect, test, afterAll, beforeAll, beforeEach } from 'vitest';
import { batched, batchedReads, withNamedValues, lockThenWrite } from './batch.ts';
import { testServer, type TestServer } from '@inaam/testing/server/app/test-server.ts';
import { recordConsents, type Consent } from '../../participants/consents.sql.ts';
import { isConnectionLost } from '../connection-problems.ts';
import {
  openTestDatabase,
  testDatabase,
  type TestDatabase,
} from '@inaam/testing/setup/cluster/test-database.ts';
import { newMobile, Shopper } from '@inaam/testing/server/shopper/shopper.ts';
import { findHeldCodes } from '../../codes/code-facts.sql.ts';
import { findHeldParticipants } from '../../draw/ledger.sql.ts';
import { transaction, type Connection, type Database } from '../database.ts';

type Item = { key: string; conflict: string; poison: boolean };

const anyItems = fc.array(
  fc.record({
    key: fc.constantFrom('a', 'b', 'c', 'd'),
    conflict: fc.constantFrom('x', 'y'),
    poison: fc.boolean(),
  }),
  { maxLength: 20 },
);

test('a batch has distinct keys and conflict keys, is sorted by key, and answers each item', async () => {
  await fc.assert(
    fc.asyncProperty(anyItems, async (items) => {
      const seen: Item[] = [];
      const run = batched<Item, Item>(
        (item) => item.key,
        async (batch) => {
          const keys = batch.map((item) => item.key);
          expect(keys).toEqual([...new Set(keys)].toSorted());
          expect(new Set(batch.map((item) => item.conflict)).size).toBe(batch.length);
          if (batch.some((item) => item.poison)) throw new Error('poisoned');
          seen.push(...batch);
          return new Map(batch.map((item) => [item.key, item]));
        },
        (item) => [item.key, item.conflict],
      );
      const results = await run(items);
      expect(results.map((result) => result.status)).toEqual(
        items.map((item) => (item.poison ? 'rejected' : 'fulfilled')),
      );
      for (const [at, result] of results.entries()) {
        if (result.status === 'fulfilled') expect(result.value).toBe(items[at]);
      }
      expect(seen).toHaveLength(items.filter((item) => !item.poison).length);
    }),
  );
});

test('of two items with one key the second is processed after the first', async () => {
  const order: number[] = [];
  const run = batched<{ at: number }, number>(
    () => 'same',
    async (batch) => {
      order.push(...batch.map((item) => item.at));
      return new Map([['same', batch.length]]);
    },
  );
  expect(await run([{ at: 0 }, { at: 1 }, { at: 2 }])).toEqual(
    Array(3).fill({ status: 'fulfilled', value: 1 }),
  );
  expect(order).toEqual([0, 1, 2]);
});

test('who reads the same at the same time gets one answer, and who asks later a new one', async () => {
  const batches: string[][] = [];
  const read = batchedReads<string, string>(
    (key) => key,
    async (keys) => {
      batches.push([...keys]);
      if (keys.includes('bad')) throw new Error('refused');
      return new Map(keys.map((key) => [key, `${key} ${batches.length}`]));
    },
  );
  expect(await Promise.all(['b', 'a', 'b', 'b'].map((key) => read.one(key)))).toEqual([
    'b 1',
    'a 1',
    'b 1',
    'b 1',
  ]);
  expect(await read.one('b')).toBe('b 2');
  expect(batches).toEqual([['a', 'b'], ['b']]);
  const mixed = await read(['bad', 'a', 'bad']);
  expect(mixed.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected']);
});

test('a key without an answer fails that item only', async () => {
  const run = batched<string, string>(
    (item) => item,
    async () => new Map([['b', 'found']]),
  );
  const [first, second] = await run(['a', 'b']);
  expect(first?.status).toBe('rejected');
  expect(second).toEqual({ status: 'fulfilled', value: 'found' });
  await expect(run.one('a')).rejects.toThrow('no answer');
});

const text = `select $1, * from unnest($keys::text[], $times::bigint[]) where key = any ($keys::text[])`;
const query = withNamedValues(text);

test('each name gets one number, whatever the order of the values', () => {
  expect(query('tea', { times: [1], keys: ['a'] })).toMatchObject({
    text: 'select $1, * from unnest($2::text[], $3::bigint[]) where key = any ($2::text[])',
    values: ['tea', ['a'], [1]],
  });
});

test.each([
  ['a missing value', { keys: [] }, 'times'],
  ['a value without a place', { keys: [], times: [], more: [] }, 'more'],
  ['a value with a different name', { keys: [], time: [] }, 'times, time'],
])('%s is refused by its name', (_, values, named) => {
  expect(() => query('tea', values)).toThrow(`differ in ${named}. `);
});

test('a value that is undefined is not missing', () => {
  expect(query('tea', { keys: [], times: undefined }).values).toEqual(['tea', [], undefined]);
});

// A batch on a real database: an item that is refused, and a connection that is cut.
let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

const consentOf = (t = server.time.wall): Consent => ({
  userKey: server.keys.newUserKey(),
  t,
  answer: 'YES',
  noticeHash: 'hash',
  now: server.time.wall,
});

/** PostgreSQL's `text` cannot store NUL: the whole statement fails. */
const poisoned = (): Consent => ({ ...consentOf(), noticeHash: 'a\u0000b' });

async function countOf(consents: readonly Consent[]): Promise<number> {
  const { rows } = await server.database.query<{ count: string }>(
    'select count(*) from inaam.consent where user_key = any ($1::text[])',
    [consents.map(({ userKey }) => userKey)],
  );
  return Number(rows[0]?.count);
}

test('an item that the database refuses fails alone, wherever it is in the batch', async () => {
  const record = recordConsents(server.database, server.campaign.id);
  for (const place of [0, 7, 15]) {
    const consents = Array.from({ length: 16 }, (_, at) =>
      at === place ? poisoned() : consentOf(),
    );
    const results = await Promise.allSettled(consents.map((consent) => record.one(consent)));
    expect(results.map(({ status }) => status)).toEqual(
      consents.map((_, at) => (at === place ? 'rejected' : 'fulfilled')),
    );
    expect(await countOf(consents.filter((_, at) => at !== place))).toBe(15);
  }
});

test('a connection that is cut in the middle of a batch fails its items; repeated, all are stored', async () => {
  const { database, campaign } = server;
  const record = recordConsents(database, campaign.id);
  const consents = Array.from({ length: 8 }, () => consentOf());
  const lock = await database.connect();
  try {
    await lock.query('begin');
    await lock.query('lock table inaam.consent in access exclusive mode');
    const outcome = Promise.allSettled(consents.map((consent) => record.one(consent)));
    await expect
      .poll(async () => {
        // Not through `lock`: within a transaction pg_stat_activity is a snapshot.
        const { rowCount } = await database.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock'`,
        );
        return rowCount;
      })
      .toBe(1);
    for (const result of await outcome) {
      expect(result.status).toBe('rejected');
      expect(result.status === 'rejected' && isConnectionLost(result.reason)).toBe(true);
    }
  } finally {
    await lock.query('rollback');
    lock.release();
  }
  expect(await countOf(consents)).toBe(0);
  await Promise.all(consents.map((consent) => record.one(consent)));
  expect(await countOf(consents)).toBe(8);
});

test.each([
  ['code_request', findHeldCodes],
  ['mobile_limits', findHeldCodes],
  ['device_limits', findHeldCodes],
  ['participation', findHeldCodes],
  ['participation', findHeldParticipants],
])('of two items that is held whose row in %s somebody else has locked', async (table, find) => {
  const { database, campaign, keys } = server;
  const items: { userKey: string; mobileIndex: Buffer; pseudonym: Buffer }[] = [];
  while (items.length < 2) {
    const mobile = newMobile();
    const shopper = new Shopper(server);
    await shopper.verify(mobile);
    const { userKey } = shopper;
    const mobileIndex = keys.mobileIndex(mobile);
    items.push({ userKey, mobileIndex, pseudonym: keys.pseudonymOf(mobileIndex) });
  }
  const [one] = items;
  const column = table === 'device_limits' ? 'user_key' : 'mobile_index';
  const held = await transaction(database, async (connection) => {
    await connection.query(`select from inaam.${table} where ${column} = $1 for no key update`, [
      column === 'user_key' ? one?.userKey : one?.mobileIndex,
    ]);
    return find(database, campaign.id)(items);
  });
  expect(held).toEqual([true, false]);
  expect(await find(database, campaign.id)(items)).toEqual([false, false]);
});

let clone: TestDatabase;
let database: Database;
beforeAll(async () => {
  clone = await testDatabase('migrated');
  database = openTestDatabase(clone.url, 1);
  await database.query('create table inaam.counted (number integer primary key)');
});
beforeEach(async () => {
  await database.query('truncate inaam.counted');
  await database.query(insert, [1]);
});
afterAll(() => clone.drop());
afterAll(() => database.end());

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

test('what is locked after a decision is sent with its write, and all is committed or nothing', async () => {
  const traffic = await listenToTraffic();
  const locking = (last: ReturnType<typeof write> | undefined) =>
    lockThenWrite(database, lock(2), () => ({
      write: write(3),
      lockMore: async (connection) => ({ result: await lock(4)(connection), write: last }),
    }));
  await expect(locking(write(3))).rejects.toMatchObject({ code: '23505' });
  expect(await numbers()).toEqual([1]);
  traffic.length = 0;
  expect(await locking(undefined)).toBe(4);
  expect(traffic).toEqual(['sent', 'answered', 'sent', 'answered', 'sent', 'answered']);
  expect(await numbers()).toEqual([1, 2, 3, 4]);
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

import {
  openTestDatabase,
  testDatabase,
  type TestDatabase,
} from '@inaam/testing/setup/cluster/test-database.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '../database/database.ts';
import { rateLimits } from '../codes/rate-limits.rules.ts';
import { visitLog, waitingMax, type Visit, type VisitLog } from './visit-log.sql.ts';

let clone: TestDatabase;
let database: Database;
const failures: unknown[] = [];

beforeAll(async () => {
  clone = await testDatabase();
  database = openTestDatabase(clone.url, 2);
});
beforeEach(async () => {
  failures.length = 0;
  await database.query('delete from inaam.visit');
});
afterAll(async () => {
  await database.end();
  await clone.drop();
});

const visit = (userKey: string, change: Partial<Visit> = {}): Visit => ({
  userKey,
  now: 1000,
  query: { utm_source: 'qrcode' },
  ipInfo: null,
  language: 'en',
  ...change,
});

async function write(visits: readonly Visit[]): Promise<void> {
  const log = visitLog(database, 'tea', (reason) => failures.push(reason));
  for (const each of visits) log.note(each);
  await log.flush();
}

async function stored() {
  const { rows } = await database.query<{ user_key: string; query: object; ip_info: object }>(
    'select user_key, query, ip_info from inaam.visit order by user_key',
  );
  return rows;
}

test('a visit whose query jsonb cannot hold is stored without those characters', async () => {
  const query = { ['utm\ud800_source']: 'a\ud800b\u0000c', kept: '😀 \\u0000 \\ud800 "\n' };
  await write([visit('one', { query, ipInfo: { city: 'Pu\u0000ne\udfff' } }), visit('two')]);
  expect(await stored()).toEqual([
    {
      user_key: 'one',
      query: { utm_source: 'abc', kept: query.kept },
      ip_info: { city: 'Pune' },
    },
    { user_key: 'two', query: { utm_source: 'qrcode' }, ip_info: null },
  ]);
  expect(failures).toEqual([]);
});

test('a visit is stored with the language of the page', async () => {
  await write([visit('one', { language: 'ta' }), visit('two')]);
  const { rows } = await database.query('select language from inaam.visit order by language');
  expect(rows).toEqual([{ language: 'en' }, { language: 'ta' }]);
});

test('however long the values of a link are, a visit takes less than 1 kB', async () => {
  const keys = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_content', 'utm_term', 'id'];
  const units = ['a', 'अ', '😀', '"', '\u0001', '\ud800'];
  const query = Object.fromEntries(keys.map((key, at) => [key, (units[at] ?? '').repeat(500)]));
  await write([visit('long', { query })]);
  const { rows } = await database.query<{ bytes: number; query: Record<string, string> }>(
    'select pg_column_size(visit) as bytes, query from inaam.visit',
  );
  expect(rows[0]?.bytes).toBeLessThan(1000);
  expect(rows[0]?.query).toMatchObject({ utm_source: 'a'.repeat(120), utm_medium: 'अ'.repeat(40) });
  // No character is cut in half.
  expect(rows[0]?.query).toMatchObject({ utm_campaign: '😀'.repeat(30), id: '' });
  expect(failures).toEqual([]);
});

test('of a batch that is refused, only the visits that the database cannot hold are lost', async () => {
  const names = Array.from({ length: 199 }, (_, place) => `user ${String(place).padStart(3, '0')}`);
  const isBad = (_: string, place: number) => place === 77 || place === 150;
  // The first visit is written alone; the others wait for it and form one batch.
  await write(names.map((name, place) => visit(isBad(name, place) ? `${name}\u0000` : name)));
  expect((await stored()).map((row) => row.user_key)).toEqual(
    names.filter((name, place) => !isBad(name, place)),
  );
  expect(failures).toHaveLength(2);
});

const errorWith = (facts: object) => Object.assign(new Error('away'), facts);
const refusedConnection = errorWith({ code: 'ECONNREFUSED' });

/** A database that fails while an error is set. */
function failing(error: Error | undefined) {
  const state = { error, queries: 0 };
  const pool = new Proxy(database, {
    get: (target, name) =>
      name === 'query' && state.error
        ? async () => {
            state.queries += 1;
            throw state.error;
          }
        : Reflect.get(target, name).bind(target),
  });
  return { state, pool };
}

test('while the database is away visits wait, and are written in their order once it is back', async () => {
  const { state, pool } = failing(refusedConnection);
  const dropped: unknown[] = [];
  const log = visitLog(pool, 'tea', (...drop) => void dropped.push(drop));
  for (const name of ['a', 'b', 'c', 'd']) log.note(visit(name));
  await expect.poll(() => state.queries).toBeGreaterThan(1);
  state.error = undefined;
  log.note(visit('e'));
  await expect.poll(async () => (await stored()).map((row) => row.user_key).join('')).toBe('abcde');
  expect(dropped).toEqual([]);
});

test('of the visits that wait 10,000 are kept, the newest, and each of the others is counted', async () => {
  const { state, pool } = failing(refusedConnection);
  let dropped = 0;
  const log = visitLog(pool, 'tea', (reason, count) => {
    expect(reason).toBe('away');
    dropped += count;
  });
  const total = waitingMax + 123;
  for (let at = 0; at < total; at += 1) log.note(visit(String(at).padStart(6, '0')));
  await expect.poll(() => dropped).toBe(123);
  state.error = undefined;
  await log.flush();
  const rows = await stored();
  expect(rows).toHaveLength(waitingMax);
  expect(rows[0]?.user_key).toBe('000123');
});

test('at the end what the database does not take is counted, and nothing waits for it', async () => {
  const { state, pool } = failing(refusedConnection);
  const dropped: unknown[] = [];
  const log = visitLog(pool, 'tea', (...drop) => void dropped.push(drop));
  for (const name of ['one', 'two', 'three', 'four']) log.note(visit(name));
  await log.flush();
  expect(state.queries).toBe(2);
  expect(dropped).toEqual([
    ['away', 1],
    ['away', 3],
  ]);
});

test('a visit that may have been written is not written twice: it is counted as dropped', async () => {
  const { state, pool } = failing(new Error('Connection terminated unexpectedly'));
  const dropped: unknown[] = [];
  const log = visitLog(pool, 'tea', (...drop) => void dropped.push(drop));
  for (const name of ['a', 'b', 'c']) log.note(visit(name));
  await expect.poll(() => state.queries).toBe(1);
  state.error = undefined;
  await expect.poll(async () => (await stored()).map((row) => row.user_key).join('')).toBe('bc');
  expect(dropped).toEqual([['away', 1]]);
});

test('ten thousand visits of an address in an hour are stored, by any processes, and then no more', async () => {
  await database.query('delete from inaam.send_counter');
  const networks = [{ kind: 'ipv4', name: 'one address' }] as const;
  const { ipv4: max } = rateLimits.visitors.session;
  const logs = [1, 2].map(() => visitLog(database, 'tea', () => undefined));
  const noteAll = async (of: VisitLog | undefined, count: number) => {
    for (let at = 0; at < count; at += 1) {
      expect(of?.note(visit(`${count} ${at}`, { networks }))).toBeUndefined();
    }
    await of?.flush();
  };
  expect(max).toBe(10_000);
  await noteAll(logs[0], max - 1);
  await noteAll(logs[1], 1);
  expect(logs[1]?.note(visit('beyond', { networks }))).toBeGreaterThan(3000);
  // The other process notices when it stores its next visit.
  await noteAll(logs[0], 1);
  expect(logs[0]?.note(visit('beyond', { networks }))).toBeGreaterThan(3000);
  expect(logs[0]?.note(visit('elsewhere', { networks: [{ kind: 'ipv4', name: 'other' }] }))).toBe(
    undefined,
  );
  await logs[0]?.flush();
  expect(await stored()).toHaveLength(max + 2);
});

test('beyond the limit of all addresses together nobody is refused, and each visit is counted', async () => {
  await database.query('delete from inaam.send_counter');
  const dropped: unknown[] = [];
  const limits = { ...rateLimits, visitsStored: 5 };
  const log = visitLog(database, 'tea', (...drop) => void dropped.push(drop), limits);
  for (let at = 0; at < 8; at += 1) {
    const networks = [{ kind: 'ipv4', name: `address ${at}` }] as const;
    expect(log.note(visit(String(at), { networks }))).toBeUndefined();
    await log.flush();
  }
  expect(await stored()).toHaveLength(5);
  expect(dropped).toEqual(Array(3).fill(['limit', 1]));
  const { rows } = await database.query('select count from inaam.send_counter order by counter');
  expect(rows.map(({ count }) => count)).toEqual([1, 1, 1, 1, 1, 5]);
});

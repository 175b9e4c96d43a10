import { openTestDatabase } from '@inaam/testing/setup/cluster/open-test-database.ts';
import { testDatabase, type TestDatabase } from '@inaam/testing/setup/cluster/test-database.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from './database.ts';
import { visitLog, type Visit } from './visit-log.ts';

let clone: TestDatabase;
let database: Database;
const failures: unknown[] = [];

beforeAll(async () => {
  clone = await testDatabase();
  database = openTestDatabase(clone.url, 2);
});
beforeEach(async () => {
  failures.length = 0;
  await database.query('delete from inaam.visit; delete from inaam.rollup_change');
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
  const log = visitLog(database, 'tea', (error) => failures.push(error));
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

test('visits are counted by the language of the page, which is not stored with them', async () => {
  await write([visit('one', { language: 'ta' }), visit('two'), visit('six', { language: 'ta' })]);
  const { rows } = await database.query(
    `select label, sum(change)::integer as change from inaam.rollup_change
     where figure = 'languages' group by label order by label`,
  );
  expect(rows).toEqual([
    { label: 'en', change: 1 },
    { label: 'ta', change: 2 },
  ]);
  const { rows: columns } = await database.query('select * from inaam.visit limit 1');
  expect(JSON.stringify(columns)).not.toContain('"ta"');
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
  // No character is cut in two.
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

test('while the database is away, a batch is given up as a whole', async () => {
  let queries = 0;
  const away = new Proxy(database, {
    get: (pool, name) =>
      name === 'query'
        ? async () => {
            queries += 1;
            throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
          }
        : Reflect.get(pool, name),
  });
  const log = visitLog(away, 'tea', (error) => failures.push(error));
  for (const name of ['one', 'two', 'three', 'four']) log.note(visit(name));
  await log.flush();
  expect({ queries, failures: failures.length }).toEqual({ queries: 2, failures: 2 });
});

import { openTestDatabase, testDatabase } from '@inaam/testing/setup/cluster/test-database.ts';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { rateLimits } from '../codes/rate-limits.rules.ts';
import { visitLog, type Visit, type VisitLog } from './visit-log.sql.ts';

const failures: unknown[] = [];

const clone = await testDatabase();
const database = openTestDatabase(clone.url, 2);
beforeEach(async () => {
  failures.length = 0;
  await database.query('delete from inaam.visit');
});
afterAll(() => clone.drop());
afterAll(() => database.end());

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
  const { rows } = await database.query<{
    user_key: string;
    query: object;
    ip_info: object;
    language: string;
  }>('select user_key, query, ip_info, language from inaam.visit order by user_key');
  return rows;
}

test('a visit is stored with its language, without the characters that jsonb cannot hold', async () => {
  const query = { ['utm\ud800_source']: 'a\ud800b\u0000c', kept: '😀 \\u0000 \\ud800 "\n' };
  const place = { ipInfo: { city: 'Pu\u0000ne\udfff' }, language: 'ta' };
  await write([visit('one', { query, ...place }), visit('two')]);
  expect(await stored()).toEqual([
    {
      user_key: 'one',
      query: { utm_source: 'abc', kept: query.kept },
      ip_info: { city: 'Pune' },
      language: 'ta',
    },
    { user_key: 'two', query: { utm_source: 'qrcode' }, ip_info: null, language: 'en' },
  ]);
  expect(failures).toEqual([]);
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

test('while the database is away visits are dropped and counted, and stored again once it is back', async () => {
  const away = Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
  let isAway = true;
  const pool = new Proxy(database, {
    get: (target, name) =>
      name === 'query' && isAway
        ? () => Promise.reject(away)
        : Reflect.get(target, name).bind(target),
  });
  const dropped: unknown[] = [];
  const log = visitLog(pool, 'tea', (reason) => dropped.push(reason));
  for (const name of ['a', 'b', 'c']) log.note(visit(name));
  await log.flush();
  expect(dropped).toEqual(['away', 'away', 'away']);
  isAway = false;
  log.note(visit('d'));
  await log.flush();
  expect((await stored()).map((row) => row.user_key)).toEqual(['d']);
});

test('visits are written together once a second, with the counts of consents', async () => {
  await database.query('delete from inaam.send_counter');
  const log = visitLog(database, 'tea', (reason) => failures.push(reason));
  const networks = [{ kind: 'ipv4', name: 'one' }] as const;
  for (let at = 0; at < 50; at += 1) log.note(visit(String(at), { networks }));
  expect(log.noteConsent({ now: 1000, networks })).toBeUndefined();
  await expect.poll(stored).toHaveLength(50);
  const { rows } = await database.query(
    'select counter, count from inaam.send_counter order by counter',
  );
  expect(rows.map((row) => Object.values(row))).toEqual([
    ['consent:one', 1],
    ['session:campaign', 50],
    ['session:one', 50],
  ]);
});

test('the visits of an address in an hour are stored up to the limit, by any processes', async () => {
  await database.query('delete from inaam.send_counter');
  const networks = [{ kind: 'ipv4', name: 'one address' }] as const;
  expect(rateLimits.visitors.session.ipv4).toBe(10_000);
  const max = 300;
  const session = { ...rateLimits.visitors.session, ipv4: max };
  const limits = { ...rateLimits, visitors: { ...rateLimits.visitors, session } };
  const logs = [1, 2].map(() => visitLog(database, 'tea', () => undefined, limits));
  const noteAll = (of: VisitLog | undefined, count: number) => {
    for (let at = 0; at < count; at += 1) {
      expect(of?.note(visit(`${count} ${at}`, { networks }))).toBeUndefined();
    }
    expect(of?.note(visit('beyond', { networks }))).toBeGreaterThan(3000);
  };
  logs[1]?.note(visit('another', { networks }));
  noteAll(logs[0], max);
  await logs[0]?.flush();
  await logs[1]?.flush();
  // The other process notices when it stores its visit.
  noteAll(logs[1], 0);
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
  const log = visitLog(database, 'tea', (reason) => dropped.push(reason), limits);
  for (let at = 0; at < 8; at += 1) {
    const networks = [{ kind: 'ipv4', name: `address ${at}` }] as const;
    expect(log.note(visit(String(at), { networks }))).toBeUndefined();
  }
  await log.flush();
  expect(await stored()).toHaveLength(5);
  expect(dropped).toEqual(['limit', 'limit', 'limit']);
  const { rows } = await database.query('select count from inaam.send_counter order by counter');
  expect(rows.map(({ count }) => count)).toEqual([1, 1, 1, 1, 1, 5]);
});

import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { openTestDatabase, testDatabase } from '@inaam/testing/setup/cluster/test-database.ts';
import { recordTries, takeEvents, type WebhookEvent } from './events.sql.ts';

let now: number;
const campaign = 'biscuit-2025';
const leaseMs = 60_000;
const hourMs = 3_600_000;
const max = 16;

const clone = await testDatabase();
/** One connection, so that its reads can be counted. */
const database = openTestDatabase(clone.url, 1);
beforeEach(async () => {
  await database.query('delete from inaam.webhook_event');
  now = Date.parse('2025-07-01T06:00:00Z');
});
afterAll(() => clone.drop());
afterAll(() => database.end());

/** Writes events of each participant, one after another. */
const write = (participants: number, events: number) =>
  database.query(
    `insert into inaam.webhook_event (campaign, type, pseudonym, at, queued_at, due_at)
     select $1, 'voucher.sent', decode(md5(participant::text), 'hex'), $2, $2, $2
     from generate_series(1, $4::integer) as event, generate_series(1, $3::integer) as participant`,
    [campaign, new Date(now), participants, events],
  );

const take = (pool = database) => takeEvents(pool, campaign, { now, leaseMs, max });

/** The receiver accepts nothing. @returns how many events it was sent */
async function failAll(dueAt: number | undefined): Promise<number> {
  let asked = 0;
  for (;;) {
    const events = await take();
    if (events.length === 0) return asked;
    asked += events.length;
    const failed = events.map(({ number }) => ({ number, reason: 'HTTP 500', dueAt }));
    await recordTries(database, { taken: [], failed, now });
  }
}

/** The receiver accepts everything. @param all collects the events it was sent */
async function takeAll(pool = database, all: WebhookEvent[] = []): Promise<WebhookEvent[]> {
  for (;;) {
    const events = await take(pool);
    if (events.length === 0) return all;
    all.push(...events);
    await recordTries(pool, { taken: events.map(({ number }) => number), failed: [], now });
  }
}

function expectOrder(events: readonly WebhookEvent[]): void {
  const owners = Map.groupBy(events, ({ pseudonym }) => pseudonym.toString('hex'));
  for (const own of owners.values()) {
    const numbers = own.map(({ number }) => number);
    const sorted = [...new Set(numbers)].toSorted((one, other) => one - other);
    expect(numbers).toEqual(sorted);
  }
}

async function rowsRead(): Promise<number> {
  await database.query('select pg_stat_force_next_flush()');
  const { rows } = await database.query<{ read: string }>(
    `select seq_tup_read + coalesce(idx_tup_fetch, 0) as read from pg_stat_user_tables
     where relname = 'webhook_event'`,
  );
  return Number(rows[0]?.read ?? 0);
}

async function rowsReadBy(work: () => Promise<unknown>): Promise<number> {
  const before = await rowsRead();
  await work();
  return (await rowsRead()) - before;
}

const expectFewRows = async (isAnalyzed: boolean) => {
  const participants = 1000;
  await write(participants, 3);
  if (isAnalyzed) await database.query('analyze inaam.webhook_event');
  expect(await failAll(now + hourMs)).toBe(participants);
  expect(await rowsReadBy(take)).toBeLessThan(10);
  // New events are postponed when they are read, which reads few rows.
  await write(participants, 1);
  await write(1, 1);
  expect(await rowsReadBy(() => failAll(now + hourMs))).toBeLessThan(30 * participants);
  expect(await rowsReadBy(take)).toBeLessThan(10);
  now += 2 * hourMs;
  expect(await rowsReadBy(take)).toBeLessThan(2000);
  now += leaseMs;
  const arrived = await takeAll();
  expect(arrived).toHaveLength(4 * participants + 1);
  expectOrder(arrived);
};

test('events behind those that wait are not read at each poll, and all arrive in order', () =>
  expectFewRows(true));
test('the same without statistics', { tags: ['long'] }, () => expectFewRows(false));

test('the next event does not wait for the pause of the one before it', async () => {
  await write(1, 3);
  await failAll(now + hourMs);
  now += hourMs;
  const all = await takeAll();
  expect(all).toHaveLength(3);
  expectOrder(all);
  await write(1, 3);
  const [first] = await take();
  if (!first) throw new Error('No event was taken.');
  const failed = [{ number: first.number, reason: 'HTTP 500', dueAt: undefined }];
  await recordTries(database, { taken: [], failed, now });
  const next = await takeAll();
  expect(next.map(({ number, tries }) => [number, tries])).toEqual([
    [first.number + 1, 1],
    [first.number + 2, 1],
  ]);
});

test('an event says the state, and where the device that was verified came from', async () => {
  // Without the triggers, which want the ledger's entry.
  await database.query('set session_replication_role = replica');
  await database.query(
    `insert into inaam.participation (campaign, pseudonym, mobile_index, state, verified_at)
     select $1, decode(md5('1'), 'hex'), sha256('one'), 'Goa', $2`,
    [campaign, new Date(now)],
  );
  await database.query('reset session_replication_role');
  await database.query(
    `insert into inaam.message (campaign, kind, user_key, mobile_index, code_hash, owed_at)
     select $1, 'otp', device, sha256('one'), sha256('one'), $2::timestamptz + seconds * interval '1 s'
     from (values ('early', -9), ('last', -5), ('late', 5)) as code (device, seconds)`,
    [campaign, new Date(now)],
  );
  await database.query(
    `insert into inaam.visit (campaign, user_key, at, query, language)
     values ($1, 'last', $2, '{"utm_campaign": "shelf"}', 'ta'), ($1, 'last', $3, '{}', 'en')`,
    [campaign, new Date(now - 60_000), new Date(now - 30_000)],
  );
  await write(2, 1);
  const [known, unknown] = (await take()).toSorted((one, other) => one.number - other.number);
  expect(known).toMatchObject({ state: 'Goa', source: 'shelf', language: 'ta' });
  expect(unknown).toMatchObject({ state: null, source: null, language: null });
});

test('two processes at once keep the order of each participant', async () => {
  await write(200, 4);
  await failAll(now + hourMs);
  now += hourMs;
  const other = openTestDatabase(clone.url, 4);
  onTestFinished(() => other.end());
  const arrived: WebhookEvent[] = [];
  // An event that another process locked waits until a lease ends.
  for (; arrived.length < 800; now += leaseMs) {
    await Promise.all([database, other, other].map((pool) => takeAll(pool, arrived)));
  }
  expect(arrived).toHaveLength(800);
  expectOrder(arrived);
});

// The nightly verification of a ledger of real entries, in the console's role, and of one that its
// owner has changed.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { drawCheck as server } from '../server.ts';
import { drawCheck as calls } from '../contract.ts';
import { testServer } from '@inaam/testing/server/app/test-server.ts';
import { testConsole } from '@inaam/testing/server/console/test-console.ts';
import { Shopper } from '@inaam/testing/server/shopper/shopper.ts';
import { openTestDatabase } from '@inaam/testing/setup/cluster/test-database.ts';
import { transaction, type Database } from '@inaam/server/database/database.ts';
import { chainedHash } from '@inaam/server/draw/ledger.rules.ts';
import { readOverview } from '@inaam/server/figures/read-overview.call.ts';
import { checkDraw } from './check-draw.job.ts';
import { takeTurn } from './draw-check.sql.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;
const site = await testServer();
const { campaign, time } = site;
const clocks = { wall: () => time.wall, campaign: () => time.campaign };
const opened = await testConsole(site);
const others = openTestDatabase(site.databaseUrl, 2, 'inaam_console');
const delivering = openTestDatabase(site.databaseUrl, 2, 'inaam_deliver');
afterAll(async () => {
  await others.end();
  await delivering.end();
  await opened.close();
  await site.close();
});
beforeAll(async () => {
  for (const state of ['Kerala', 'Tamil Nadu', 'Goa']) await new Shopper(site).win(state);
  await check();
});
beforeEach(() => site.database.query('delete from inaam.draw_check_turn'));

const lines: string[] = [];
const line = (_facts: object, sentence: string) => void lines.push(sentence);
const log = { info: line, warn: line, error: line };
const check = (database: Database = opened.database, signal?: AbortSignal) =>
  checkDraw({ database, campaign, clocks, log }, signal);
const pass = (ms: number) => {
  time.wall += ms;
  time.campaign += ms;
};
async function nextNight() {
  pass(dayMs + 3 * 3_600_000);
  await check();
}
const shown = async () => {
  const cookie = await opened.signedIn('manager', `Asha ${Math.random()}`);
  const { body } = await opened.call('readDrawChecks', {}, { cookie });
  return calls.readDrawChecks.answer.parse(body);
};
const newest = async () => (await shown()).checks[0];
const count = async () => (await shown()).checks.length;
/** As the owner of the database, past every trigger. */
async function tamper(...statements: string[]): Promise<void> {
  await transaction(site.database, async (connection) => {
    await connection.query(`set local session_replication_role = 'replica'`);
    for (const statement of statements) await connection.query(statement);
  });
}
/** Puts back what was there. */
async function withTamper(work: () => Promise<void>): Promise<void> {
  const kept = await site.database.query<{ rows: string; head: string }>(
    `select (select json_agg(ledger) from inaam.ledger)::text as rows,
       (select to_json(head) from inaam.head)::text as head`,
  );
  const { rows = '', head = '' } = kept.rows[0] ?? {};
  try {
    await work();
  } finally {
    await tamper(
      'delete from inaam.ledger',
      `insert into inaam.ledger select * from json_populate_recordset(null::inaam.ledger, $$${rows}$$)`,
      `update inaam.head set (next_ledger, last_hash) = (select next_ledger, last_hash
       from json_populate_record(null::inaam.head, $$${head}$$))`,
    );
    await nextNight();
  }
  expect((await newest())?.fault).toBeNull();
}
async function entryOf(number: number) {
  const { rows } = await site.database.query<{ content: string; hash: Buffer }>(
    'select content, hash from inaam.ledger where number = $1',
    [number],
  );
  if (!rows[0]) throw new Error(`There is no entry ${number}.`);
  return rows[0];
}
const verdicts = async () => {
  const day = '2025-07-01';
  const context = { database: delivering, campaign, clocks, smsPaise: 25 };
  const found = await readOverview(context, { from: day, until: day });
  return found.verdicts.filter(({ kind }) => kind === 'draw');
};

test('a ledger of real entries is all right, once a night', async () => {
  const before = await count();
  await new Shopper(site).win('Kerala');
  await nextNight();
  await check();
  const { checks, isRunning } = await shown();
  expect([checks.length, isRunning]).toEqual([before + 1, false]);
  const { rows } = await site.database.query<{ entries: number; hash: string }>(
    "select next_ledger::integer as entries, encode(last_hash, 'hex') as hash from inaam.head",
  );
  expect(checks[0]).toMatchObject({ ...rows[0], fault: null });
  expect(rows[0]?.entries).toBeGreaterThanOrEqual(8);
  expect(await verdicts()).toEqual([]);
});

test('of two processes one verifies', async () => {
  const before = await count();
  pass(dayMs + 3 * 3_600_000);
  await Promise.all([check(), check(others), check(), check(others)]);
  expect(await count()).toBe(before + 1);
});

test('a process that was killed keeps others waiting for its lease alone', async () => {
  const before = await count();
  pass(dayMs + 3 * 3_600_000);
  // What a process leaves that began and is gone.
  await takeTurn(others, campaign.id, { now: time.wall, untilMs: time.wall + 2 * minuteMs });
  await check();
  expect([await count(), (await shown()).isRunning]).toEqual([before, true]);
  pass(2 * minuteMs);
  await check();
  expect(await count()).toBe(before + 1);
});

test('a process that stops leaves the verification to the next one', async () => {
  const before = await count();
  pass(dayMs + 3 * 3_600_000);
  const stopping = new AbortController();
  const stopped = { ...clocks, wall: () => (stopping.abort(), time.wall) };
  const work = checkDraw(
    { database: opened.database, campaign, clocks: stopped, log },
    stopping.signal,
  );
  await expect(work).rejects.toThrow('aborted');
  expect(await count()).toBe(before);
  await check(others);
  expect(await count()).toBe(before + 1);
});

test('a manager has it verified now, and nobody else may', async () => {
  const before = await count();
  const support = await opened.signedIn('support', 'Ravi');
  expect((await opened.call('verifyDraw', {}, { cookie: support })).status).toBe(403);
  const cookie = await opened.signedIn('manager', 'Mira');
  pass(minuteMs);
  expect((await opened.call('verifyDraw', {}, { cookie })).status).toBe(200);
  expect((await shown()).isRunning).toBe(true);
  await check();
  await check();
  expect([await count(), (await shown()).isRunning]).toEqual([before + 1, false]);
  const { rows } = await site.database.query(
    "select operator from inaam.audit where command = 'console draw verify'",
  );
  expect(rows).toEqual([{ operator: 'Mira' }]);
});

test.each([
  ['deliver', () => delivering, "insert into inaam.draw_check values ('a', now(), 1, 1, 'a')"],
  ['console', () => others, 'update inaam.draw_check set fault = null'],
  ['console', () => others, 'delete from inaam.draw_check'],
])('a verification is never changed, also by %s', async (_role, database, statement) => {
  await expect(database().query(statement)).rejects.toThrow('permission denied');
});

test('an amount that the owner has changed is found that night, and said everywhere', async () => {
  await withTamper(async () => {
    const { content } = await entryOf(1);
    const more = (_: string, amount: string) => `"amount":${Number(amount) + 1}`;
    const changed = content.replace(/"amount":(\d+)/, more);
    expect(changed).not.toBe(content);
    await tamper(`update inaam.ledger set content = $$${changed}$$ where number = 1`);
    await nextNight();
    expect((await newest())?.fault).toMatch(/^Line 2 of the ledger: the hash of this entry/);
    expect(await verdicts()).toMatchObject([
      { level: 'act', text: expect.stringContaining('Line 2 of the ledger'), page: 'draw' },
    ]);
    const found = await server.check.run(site.database, campaign.id);
    expect(found).toMatchObject({ state: 'fault', mend: expect.stringContaining('guide.md') });
    expect(await server.gauge.read(delivering, campaign.id)).toMatchObject({ wrong: 1 });
    expect(lines.at(-1)).toContain('The ledger of the draw is not what it must be.');
  });
  expect(await server.gauge.read(delivering, campaign.id)).toMatchObject({ wrong: 0 });
});

test.each([
  ['inside', 'delete from inaam.ledger where number = 2', /^Line 3 of the ledger/],
  [
    'at the end',
    'delete from inaam.ledger where number >= 2',
    /^The head: the number of entries must be 2, but is \d+\.$/,
  ],
] as const)('entries that are missing %s are found', async (_where, statement, fault) => {
  await withTamper(async () => {
    await tamper(statement);
    await nextNight();
    expect((await newest())?.fault).toMatch(fault);
  });
});

test('a ledger that was cut and honestly written on is found against the heads of the nights', async () => {
  await withTamper(async () => {
    const { hash } = await entryOf(1);
    const first: object = JSON.parse((await entryOf(0)).content);
    // Somebody else in place of the second, right in itself.
    const pseudonym = 'ab'.repeat(16);
    const content = JSON.stringify({ ...first, number: 2, pseudonym, draw: 1 });
    const next = Buffer.from(chainedHash(hash, content)).toString('hex');
    await tamper(
      'delete from inaam.ledger where number >= 2',
      `insert into inaam.ledger select (json_populate_record(ledger, json_build_object('number', 2,
         'pseudonym', '\\x${pseudonym}', 'content', $$${content}$$, 'hash', '\\x${next}'))).*
       from inaam.ledger where number = 0`,
      `update inaam.head set next_ledger = 3, last_hash = '\\x${next}'`,
    );
    await nextNight();
    expect(await newest()).toMatchObject({
      entries: 3,
      fault: expect.stringMatching(/^The head: the hash of the head of .* after \d+ entries/),
    });
  });
});

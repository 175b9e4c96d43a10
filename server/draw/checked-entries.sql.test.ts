// A program with the rights of `serve` breaks the rules: the database refuses each row that
// contradicts other rows.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertParticipants } from '@inaam/testing/server/campaign/participants.ts';
import { serverOnDatabase, type TestServer } from '@inaam/testing/server/app/server-on-database.ts';
import { openTestDatabase, testDatabase } from '@inaam/testing/setup/cluster/test-database.ts';
import { chainedHash, minuteOf } from './ledger.rules.ts';
import { canonicalJson, type Canonical } from './commitment.rules.ts';
import type { Database } from '../database/database.ts';
import { indianDay } from '../platform/period.rules.ts';

let server: TestServer;
let serve: Database;
let pseudonym: Buffer;
const open = async () => {
  server = await serverOnDatabase(await testDatabase('migrated'));
  serve = openTestDatabase(server.databaseUrl, 2, 'inaam_serve');
  pseudonym = (await insertParticipants(server, 1, 'Goa'))[0] ?? Buffer.alloc(0);
};
const close = async () => {
  await serve.end();
  await server.close();
};

type Fields = Record<string, Canonical>;
type Attempt = {
  content?: Fields;
  spacing?: number;
  hash?: Buffer;
  number?: number;
  head?: { next: number; draw: number } | 'unmoved';
  reward?: { amount: number; draw: number } | 'none';
};

/**
 * Grants Rs 3 for draw number 0 in one statement, as `serve` does, with the changes of `attempt`.
 */
async function grant(
  { content, spacing, hash, number = 1, head, reward }: Attempt,
  on: Pick<Database, 'query'> = serve,
) {
  const { campaign } = server;
  const { rows } = await on.query<{ last_hash: Buffer }>('select last_hash from inaam.head');
  const canonical = canonicalJson({
    campaign: campaign.id,
    number: 1,
    kind: 'granted',
    pseudonym: pseudonym.toString('hex'),
    at: '2025-07-01T09:30Z',
    day: '2025-07-01',
    state: 'Goa',
    promise: 'chance',
    block: 0,
    draw: 0,
    amount: 3,
    reward: 'chance',
    ...content,
  });
  const text = spacing ? JSON.stringify(JSON.parse(canonical), null, spacing) : canonical;
  const chained = hash ?? Buffer.from(chainedHash(rows[0]?.last_hash ?? Buffer.alloc(0), text));
  const moved = head === 'unmoved' ? { next: 1, draw: 1 } : (head ?? { next: 2, draw: 1 });
  const paid = reward ?? { amount: 3, draw: 0 };
  await on.query(
    `with moved as (
       update inaam.head set next_ledger = $2, next_draw = $3, last_hash = case when $4 then last_hash else $5 end),
     rewarded as (
       insert into inaam.reward (campaign, pseudonym, amount, kind, draw_number, block, granted_at, day, pool)
       select $1, $6, $7::integer, 'chance', $8, 0, '2025-07-01T09:30:59Z', '2025-07-01', 'chance:' || $7::text where not $9)
     insert into inaam.ledger (campaign, number, kind, pseudonym, content, hash)
     values ($1, $10, 'granted', $6, $11, $5)`,
    [
      campaign.id,
      moved.next,
      moved.draw,
      head === 'unmoved',
      chained,
      pseudonym,
      ...(paid === 'none' ? [3, 0, true] : [paid.amount, paid.draw, false]),
      number,
      text,
    ],
  );
}

beforeAll(open);
afterAll(close);

test('[CAM-3] a grant that says what is written moves head, deck and budget, and owes its amount', async () => {
  const connection = await serve.connect();
  const read = async () => {
    const { rows } = await connection.query<{ next: string; deck: number[]; granted: string }>(
      `select next_ledger as next, (select remaining from inaam.deck where block = 0) as deck,
       (select granted from inaam.budget where pool = 'chance:3') as granted from inaam.head`,
    );
    return rows[0];
  };
  await connection.query('begin');
  const before = await read();
  await grant({}, connection);
  await connection.query('set constraints all immediate');
  const [cards = 0, ...others] = before?.deck ?? [];
  expect(await read()).toEqual({ next: '2', deck: [cards - 1, ...others], granted: '1' });
  const voucher = `insert into inaam.message (campaign, kind, pseudonym, owed_at, voucher_amount)
    values ($1, 'voucher', $2, now(), 1000000)`;
  await expect(connection.query(voucher, [server.campaign.id, pseudonym])).rejects.toMatchObject({
    code: '23503',
  });
  await connection.query('rollback');
  connection.release();
});

test.each<[string, Attempt, string]>([
  ['another hash', { hash: randomBytes(32) }, 'ledger_is_a_chain'],
  ['a gap before it', { number: 2, head: { next: 3, draw: 1 } }, 'ledger_is_a_chain'],
  ['a number far ahead', { number: 9 }, 'entries_move_the_head'],
  ['a head that stays', { head: 'unmoved' }, 'entries_move_the_head'],
  ['a head that goes further', { head: { next: 3, draw: 1 } }, 'head_is_the_end'],
  ['a draw number left out', { head: { next: 2, draw: 2 } }, 'head_is_the_end'],
  ['another amount than the reward', { content: { amount: 10 } }, 'ledger_says_what_is'],
  ['no reward', { reward: 'none' }, 'ledger_says_what_is'],
  ['a field more', { content: { note: 'x' } }, 'ledger_says_what_is'],
  ['a field that is null', { content: { note: null } }, 'ledger_says_what_is'],
  ['a text for a number', { content: { amount: '3' } }, 'ledger_says_what_is'],
  ['another block', { content: { block: 1 } }, 'ledger_says_what_is'],
  ['another minute', { content: { at: '2025-07-01T09:31Z' } }, 'ledger_says_what_is'],
  ['another day than the reward', { content: { day: '2025-13-45' } }, 'ledger_says_what_is'],
  ['spaces', { spacing: 1 }, 'ledger_says_what_is'],
])('[CAM-3] an entry with %s is refused', async (_, attempt, constraint) => {
  await expect(grant(attempt)).rejects.toMatchObject({ constraint });
});

/** Enrols somebody who is promised nothing, and takes that back. */
async function enrol(day: string, at = Date.now()) {
  const { campaign } = server;
  const connection = await serve.connect();
  try {
    await connection.query('begin');
    const { rows } = await connection.query<{ next: number; hash: Buffer }>(
      'select next_ledger::integer as next, last_hash as hash from inaam.head',
    );
    const { next = 0, hash = Buffer.alloc(0) } = rows[0] ?? {};
    const one = randomBytes(16);
    const text = canonicalJson({
      campaign: campaign.id,
      number: next,
      kind: 'verified',
      pseudonym: one.toString('hex'),
      at: minuteOf(at),
      day,
      state: 'Goa',
      promise: 'none',
    });
    await connection.query(
      `with moved as (update inaam.head set next_ledger = $3 + 1, last_hash = $6),
       enrolled as (
         insert into inaam.participation (campaign, pseudonym, mobile_index, state, verified_at)
         values ($1, $2, sha256($2), 'Goa', $4))
       insert into inaam.ledger (campaign, number, kind, pseudonym, content, hash)
       values ($1, $3, 'verified', $2, $5, $6)`,
      [campaign.id, one, next, new Date(at), text, Buffer.from(chainedHash(hash, text))],
    );
  } finally {
    await connection.query('rollback');
    connection.release();
  }
}

const facts = [
  `insert into inaam.visit (campaign, user_key, at, query)
   values ($1, 'x', now() + $2 * interval '1 day', '{}')`,
  `insert into inaam.message (campaign, kind, user_key, mobile_index, code_hash, owed_at)
   values ($1, 'otp', 'x', sha256('x'), sha256('x'), now() + $2 * interval '1 day')`,
];

test('[CAM-3] an entry, and what figures count, is of a day that there is, within a day of what the clock of the database says', async () => {
  for (const day of ['2025-13-45', '2025-02-30', 'infinity', '2025-7-2']) {
    await expect(enrol(day)).rejects.toMatchObject({ code: expect.stringMatching(/22008|23514/) });
  }
  await enrol('2025-07-02');
  const today = indianDay(Date.now());
  await server.database.query('update inaam.head set has_own_clock = false');
  try {
    await enrol(today);
    for (const fact of facts) await serve.query(fact, [server.campaign.id, 0]);
    for (const days of [-2, 2]) {
      const other = Date.now() + days * 86_400_000;
      const refused = { constraint: 'ledger_says_what_is' };
      await expect(enrol(indianDay(other))).rejects.toMatchObject(refused);
      await expect(enrol(today, other)).rejects.toMatchObject(refused);
      const late = { constraint: 'facts_are_of_now' };
      for (const fact of facts)
        await expect(serve.query(fact, [server.campaign.id, days])).rejects.toMatchObject(late);
    }
  } finally {
    await server.database.query('update inaam.head set has_own_clock = true');
  }
});

test('[CAM-3] neither a reward nor a participant is written without the ledger, nor the head alone', async () => {
  const { campaign } = server;
  await expect(
    serve.query(
      `insert into inaam.reward (campaign, pseudonym, amount, kind, draw_number, block, granted_at, day, pool)
     values ($1, $2, 3, 'chance', 0, 0, now(), '2025-07-01', 'chance:3')`,
      [campaign.id, pseudonym],
    ),
  ).rejects.toMatchObject({ constraint: 'recorded_in_the_ledger' });
  await expect(
    serve.query(
      `insert into inaam.participation (campaign, pseudonym, mobile_index, state, verified_at, promise, draw_number)
     values ($1, $2, $3, 'Goa', now(), 'chance', 1)`,
      [campaign.id, randomBytes(16), randomBytes(32)],
    ),
  ).rejects.toMatchObject({ constraint: 'recorded_in_the_ledger' });
  for (const change of [
    'next_ledger = 0',
    'next_draw = next_draw + 1',
    `last_hash = sha256('x')`,
  ]) {
    await expect(serve.query(`update inaam.head set ${change}`)).rejects.toMatchObject({
      code: '23514',
    });
  }
});

// A bonus is a debt like the reward: what becomes of it, and what the database refuses.
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { consoleCalls } from '@inaam/contract/console/calls.ts';
import {
  askedShopper,
  brief,
  tea,
  teaServer,
} from '@inaam/testing/server/shopper/asked-shopper.ts';
import { testConsole } from '@inaam/testing/server/console/test-console.ts';
import { recordMeasurements } from '../review/measurements.sql.ts';
import { waitUntilBlocked } from '@inaam/testing/server/database/database-queries.ts';
import { transaction } from '../database/database.ts';
import { leaseVouchers } from '../messages/messages.sql.ts';
import { holdVouchers, refuseVouchers, releaseVouchers } from '../review/holds.sql.ts';

let isPaused = false;
const server = await teaServer({ isPaused: () => isPaused });
afterAll(() => server.close());
beforeEach(() => {
  isPaused = false;
  server.time.wall += 2 * 3_600_000;
  server.time.campaign = Date.parse('2026-02-01T06:00:00Z');
});

const asked = () => askedShopper(server);

test('during a pause, and after the end, nothing is asked or answered; what was is still shown', async () => {
  const [open, done] = [await asked(), await asked()];
  await done.answer(done.right);
  const notOpen = async (campaign: string) => {
    expect((await open.shopper.call('getQuestion')).resp['question']).toBeNull();
    expect(await open.answer(open.right)).toEqual({ status: 403, campaign });
    expect(await done.answer(done.right)).toMatchObject({ status: 200, bonus: done.won });
    expect((await done.shopper.call('getQuestion')).resp['question']).toMatchObject({
      isRight: true,
    });
  };
  isPaused = true;
  await notOpen('paused');
  isPaused = false;
  // The process has not heard of it yet.
  await server.database.query('update inaam.head set paused_at = now()');
  expect(await open.answer(open.right)).toEqual({ status: 403, campaign: 'paused' });
  await server.database.query('update inaam.head set paused_at = null');
  server.time.campaign = Date.parse('2026-04-02T00:00:00+05:30');
  await notOpen('ended');
  server.time.campaign = Date.parse('2026-04-01T23:00:00+05:30');
  expect(await open.answer(open.right)).toMatchObject({ status: 200, isRight: true });
});

test('a blocked shopper is not asked, and one who has been erased cannot answer', async () => {
  const { shopper, right, answer, mobile } = await asked();
  const index = server.keys.mobileIndex(mobile);
  const block = (blocked: boolean) =>
    server.database.query('update inaam.mobile_limits set blocked = $2 where mobile_index = $1', [
      index,
      blocked,
    ]);
  await block(true);
  expect(await answer(right)).toEqual({ status: 403, messageId: 'invalidUser' });
  expect(brief(await shopper.call('getQuestion'))).toEqual({
    status: 403,
    messageId: 'invalidUser',
  });
  await block(false);
  await server.database.query(`select inaam.erase_number($1, $2, now(), true)`, [tea.id, index]);
  expect((await answer(right)).status).toBe(401);
});

async function answeredLater() {
  const shopper = await asked();
  const { database } = server;
  const { rows } = await database.query<{ pseudonym: Buffer }>(
    'select pseudonym from inaam.participant where mobile_index = $1',
    [server.keys.mobileIndex(shopper.mobile)],
  );
  const pseudonyms = rows.map(({ pseudonym }) => pseudonym);
  const bonus = async () => {
    const found = await database.query<{ hold: string; state: string; isDue: boolean }>(
      `select hold.state as hold, message.state, due_at < 'infinity' as "isDue"
       from inaam.participant join inaam.review_hold as hold using (campaign, pseudonym)
       join inaam.message using (campaign, pseudonym) where bonus_of = any ($1::bytea[])`,
      [pseudonyms],
    );
    return found.rows[0];
  };
  const decide = async (
    how: typeof holdVouchers | typeof releaseVouchers | typeof refuseVouchers,
  ) => {
    const operator = { by: 'asha', reason: 'many', at: Date.now() };
    const auditOf = () => ({ campaign: tea.id, command: 'review', operator, details: {} });
    const decision = { ...operator, pseudonyms, now: operator.at, auditOf };
    return [...(await how(database, tea.id, decision)).values()];
  };
  return { ...shopper, pseudonyms, bonus, decide };
}

test('the bonus of a voucher that was refused is held, until a person decides', async () => {
  const { right, answer, bonus, decide } = await answeredLater();
  expect(await decide(holdVouchers)).toEqual(['inTime']);
  expect(await decide(refuseVouchers)).toEqual(['refused']);
  await answer(right);
  expect(await bonus()).toMatchObject({ hold: 'held', state: 'owed' });
});

test('a hold waits for who is about to send the voucher, and says so', async () => {
  const { pseudonyms, decide } = await answeredLater();
  const { held } = await transaction(server.database, async (connection) => {
    await connection.query(
      `update inaam.message set state = 'assigned', sending_since = now()
       where kind = 'voucher' and pseudonym = any ($1::bytea[])`,
      [pseudonyms],
    );
    const deciding = decide(holdVouchers);
    await waitUntilBlocked(server.database);
    return { held: deciding };
  });
  expect(await held).toEqual(['underWay']);
});

test('a bonus is held, released and refused with the voucher of its reward', async () => {
  const { right, answer, pseudonyms, bonus, decide } = await answeredLater();
  const { database } = server;
  expect(await decide(holdVouchers)).toEqual(['inTime']);
  await answer(right);
  expect(await bonus()).toMatchObject({ hold: 'held', state: 'owed' });
  await database.query(
    `update inaam.message set due_at = 'infinity', leased_until = now() - interval '1 hour'
     where kind = 'voucher' and state in ('owed', 'assigned')`,
  );
  expect(await decide(releaseVouchers)).toEqual(['released']);
  expect(await bonus()).toEqual({ hold: 'released', state: 'owed', isDue: true });
  // A process that still has their leases may be sending them.
  expect(await leaseVouchers(database, tea.id)(100)).toEqual([]);
  await database.query('update inaam.message set leased_until = null');
  expect(await leaseVouchers(database, tea.id)(100)).toHaveLength(2);
  expect(await decide(holdVouchers)).toEqual(['inTime']);
  expect(await bonus()).toMatchObject({ hold: 'held', state: 'owed' });
  // Neither is refused while a provider may have one of them.
  await database.query(
    'update inaam.message set sending_since = now() where pseudonym <> all ($1::bytea[])',
    [pseudonyms],
  );
  expect(await decide(refuseVouchers)).toEqual(['sending']);
  expect(await bonus()).toMatchObject({ hold: 'held', state: 'owed' });
  await database.query('update inaam.message set sending_since = null');
  expect(await decide(refuseVouchers)).toEqual(['refused']);
  expect(await bonus()).toMatchObject({ hold: 'refused', state: 'settled' });
  expect(await decide(releaseVouchers)).toEqual(['released']);
  expect(await bonus()).toEqual({ hold: 'released', state: 'owed', isDue: true });
});

test('a rule that holds a voucher holds its bonus too', async () => {
  const { right, answer, pseudonyms, bonus } = await answeredLater();
  await answer(right);
  const now = Date.now();
  const traces = pseudonyms.map((pseudonym) => {
    return { pseudonym, rule: 'device' as const, source: Buffer.alloc(16, 7), at: now };
  });
  await recordMeasurements(server.database, tea.id, traces, now, () => ({
    noticed: [],
    held: pseudonyms.map((pseudonym) => ({ pseudonym, by: 'rule device', reason: 'many' })),
  }));
  expect(await bonus()).toMatchObject({ hold: 'held', state: 'owed' });
});

const answered = `update inaam.question set answer = 1, is_right = true, answered_at = now()
  where pseudonym = $1`;
const added = `insert into inaam.participant
  (campaign, pseudonym, mobile_index, state, verified_at, promise, promised_pool, bonus_of)
  select campaign, sha256(pseudonym)::bytea, mobile_index, state, now(), 'bonus', 'bonus:5', pseudonym
  from inaam.participant where pseudonym = $1`;

test.each<[string, string, string | RegExp]>([
  ['a right answer without its bonus', answered, 'a_right_answer_is_paid'],
  [
    'a bonus without an answer',
    added.replace('sha256(pseudonym)', `substr(sha256(pseudonym), 1, 16)`),
    'a_bonus_is_earned',
  ],
  ['no question any more', 'delete from inaam.question where pseudonym = $1', /append-only/],
])('the database refuses %s', async (_, statement, problem) => {
  const { mobile } = await asked();
  const { rows } = await server.database.query<{ pseudonym: Buffer }>(
    'select pseudonym from inaam.participant where mobile_index = $1',
    [server.keys.mobileIndex(mobile)],
  );
  const refused = server.database.query(statement, [rows[0]?.pseudonym]);
  await expect(refused).rejects.toMatchObject(
    typeof problem === 'string'
      ? { constraint: problem }
      : { message: expect.stringMatching(problem) },
  );
});

test('the database refuses a second answer', async () => {
  const { right, answer } = await asked();
  await answer(right);
  await expect(
    server.database.query('update inaam.question set answer = 3 - answer where answer is not null'),
  ).rejects.toMatchObject({ constraint: 'the_first_answer_counts' });
});

test('a person who asks for the stored data gets the question with the answer, beside the bonus', async () => {
  const { right, answer, won, mobile } = await asked();
  await answer(right);
  const opened = await testConsole(server);
  onTestFinished(() => opened.close());
  const cookie = await opened.signedIn('manager');
  const reason = 'request 12';
  const found = await opened.call('findPerson', { by: 'number', text: mobile, reason }, { cookie });
  const { person } = consoleCalls.findPerson.answer.parse(found.body);
  const { body } = await opened.call('exportNumber', { person, reason }, { cookie });
  const { json } = consoleCalls.exportNumber.answer.parse(body);
  const { participations } = JSON.parse(json);
  expect(participations).toMatchObject([
    { isBonus: false, question: { answer: right, isRight: true, answeredAt: expect.any(String) } },
    { isBonus: true, reward: { amount: won, kind: 'bonus' } },
  ]);
  expect(participations[1]).not.toHaveProperty('question');
});

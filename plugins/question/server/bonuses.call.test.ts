// A bonus is a debt like the reward: what becomes of it, and what the database refuses.
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { consoleCalls } from '@inaam/contract/console/calls.ts';
import {
  askedShopper,
  questionOf,
  tea,
  teaServer,
} from '@inaam/testing/server/shopper/asked-shopper.ts';
import { claimsServer } from '@inaam/testing/server/campaign/claims.ts';
import { countDirectly } from '@inaam/testing/server/figures/direct-counts.ts';
import { readExportedRows } from '@inaam/server/figures/exported-rows.sql.ts';
import { readOverview } from '@inaam/server/figures/read-overview.call.ts';
import { countFacts } from '@inaam/server/figures/rollups.sql.ts';
import { indianDay } from '@inaam/server/platform/period.rules.ts';
import { newMobile, Shopper } from '@inaam/testing/server/shopper/shopper.ts';
import { readHeldRights, rightsOf } from '@inaam/testing/server/plugins.ts';
import { question } from '../plugin.ts';
import { openTestDatabase } from '@inaam/testing/setup/cluster/test-database.ts';
import { testConsole } from '@inaam/testing/server/console/test-console.ts';
import { countRows, waitUntilBlocked } from '@inaam/testing/server/database/database-queries.ts';
import { withNamedValues } from '@inaam/server/database/batches/batch.ts';
import { transaction } from '@inaam/server/database/database.ts';
import { rewardRows, rewardValues } from '@inaam/server/draw/reward-rows.sql.ts';
import { lockQuestions } from './questions.sql.ts';
import { holdVouchers, refuseVouchers, releaseVouchers } from '@inaam/server/vouchers/holds.sql.ts';
import { takeVouchers } from '@inaam/server/vouchers/take-vouchers.sql.ts';

let isPaused = false;
const server = await teaServer({ isPaused: () => isPaused });
afterAll(() => server.close());
beforeEach(() => {
  isPaused = false;
  server.time.wall += 2 * 3_600_000;
  server.time.campaign = Date.parse('2026-02-01T06:00:00Z');
});

const asked = () => askedShopper(server);
const pseudonymOf = (mobile: string) => server.keys.pseudonymOf(server.keys.mobileIndex(mobile));

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
  const { database } = server;
  const index = server.keys.mobileIndex(mobile);
  const block = (blocked: boolean) =>
    database.query('update inaam.mobile_limits set blocked = $1', [blocked]);
  await block(true);
  const refused = { status: 403, messageId: 'invalidUser' };
  expect(await answer(right)).toEqual(refused);
  expect(await shopper.brief('getQuestion')).toEqual(refused);
  await block(false);
  await database.query(`select inaam.erase_number($1, $2, now(), true)`, [tea.id, index]);
  expect((await answer(right)).status).toBe(401);
});

test('after a withdrawal the number is kept until both vouchers are sent', async () => {
  const { right, answer, mobile } = await asked();
  await answer(right);
  const { database, keys } = server;
  const index = keys.mobileIndex(mobile);
  const sent = (isBonus: boolean) =>
    database.query(
      `update inaam.message set state = 'sent', sent_at = now(), provider_reference = 'a'
       where is_bonus = $1 and pseudonym = $2`,
      [isBonus, pseudonymOf(mobile)],
    );
  const kept = async () => {
    await database.query('select inaam.erase_withdrawn($1)', [tea.id]);
    const { rows } = await database.query<{ people: string; references: string }>(
      `select (select count(*) from inaam.personal_data where pseudonym = $1) as people,
         (select count(provider_reference) from inaam.message where pseudonym = $1) as references`,
      [pseudonymOf(mobile)],
    );
    return rows[0];
  };
  await sent(false);
  await database.query(`select inaam.erase_or_withdraw($1, $2, now(), 'wait')`, [tea.id, index]);
  expect(await kept()).toEqual({ people: '1', references: '1' });
  await sent(true);
  expect(await kept()).toEqual({ people: '0', references: '0' });
});

async function answeredLater() {
  const shopper = await asked();
  const { database } = server;
  const pseudonyms = [pseudonymOf(shopper.mobile)];
  const bonus = async () => {
    const found = await database.query<{ hold: string; state: string; isDue: boolean }>(
      `select hold.state as hold, message.state, due_at < 'infinity' as "isDue"
       from inaam.voucher_hold as hold join inaam.message using (campaign, pseudonym)
       where is_bonus and pseudonym = any ($1::bytea[])`,
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
  const { right, answer, bonus, decide, pseudonyms } = await answeredLater();
  expect(await decide(holdVouchers)).toEqual(['inTime']);
  expect(await decide(refuseVouchers)).toEqual(['refused']);
  await answer(right);
  const { rows } = await server.database.query(
    `select taken.state from inaam.message cross join lateral
       inaam.take_vouchers($1, array[id], '{}', '10 s', now(), current_date) as taken where is_bonus and message.pseudonym = $2`,
    [tea.id, pseudonyms[0]],
  );
  expect(rows).toEqual([{ state: 'held' }]);
  expect(await bonus()).toEqual({ hold: 'refused', state: 'owed', isDue: false });
  expect(await decide(releaseVouchers)).toEqual(['released']);
  expect(await bonus()).toEqual({ hold: 'released', state: 'owed', isDue: true });
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
  const take = takeVouchers(database, tea.id, { wall: Date.now, campaign: Date.now });
  // A process that still has their leases may be sending them.
  expect(await take(100)).toEqual([]);
  await database.query('update inaam.message set leased_until = null');
  expect(await take(100)).toHaveLength(2);
  expect(await decide(holdVouchers)).toEqual(['inTime']);
  expect(await bonus()).toMatchObject({ hold: 'held', state: 'owed' });
  // Neither is refused while a provider may have one of them.
  await database.query(
    'update inaam.message set sending_since = now() where is_bonus and pseudonym = any ($1::bytea[])',
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

const answered = `update inaam.question set answer = 1, is_right = true, answered_at = now()
  where pseudonym = $1`;
const added = `insert into inaam.reward (campaign, pseudonym, amount, kind, granted_at, day, pool)
  select campaign, pseudonym, amount, 'bonus', now(), now(), pool
  from inaam.question where pseudonym = $1`;

const unearned = { constraint: 'a_bonus_is_earned' };
test.each<[string, string, object]>([
  ['a right answer without its bonus', answered, { constraint: 'a_right_answer_is_paid' }],
  ['a bonus without an answer', added, unearned],
  ['a bonus without its entry', `with answered as (${answered}) ${added}`, unearned],
  ['no question any more', 'delete from inaam.question where pseudonym = $1', { code: 'P0001' }],
])('the database refuses %s', async (_, statement, problem) => {
  const { mobile } = await asked();
  const refused = server.database.query(statement, [pseudonymOf(mobile)]);
  await expect(refused).rejects.toMatchObject(problem);
});

test('the database refuses a question before the reward', async () => {
  await new Shopper(server).verify(newMobile(), 'Goa');
  const asking = server.database.query(
    `insert into inaam.question (campaign, pseudonym, question, amount, pool, asked_at)
     select campaign, pseudonym, 0, 5, 'bonus:5', now() from inaam.participation
     where not exists (select from inaam.reward where reward.pseudonym = participation.pseudonym)`,
  );
  await expect(asking).rejects.toMatchObject({ constraint: 'a_question_follows_a_reward' });
});

const answeredWithBonus = withNamedValues(
  `with answered as (
     update inaam.question set answer = 1, is_right = true, answered_at = now()
     where campaign = $1 and pseudonym = any ($pseudonyms::bytea[])), ${rewardRows}`,
);

test('an entry with another question than was asked is refused', async () => {
  const pseudonym = pseudonymOf((await asked()).mobile);
  const written = transaction(server.database, async (connection) => {
    const { draw, questions } = await lockQuestions(connection, tea.id, [{ pseudonym }]);
    const [{ asked: own, drawNumber } = {}] = questions;
    const { question: number = 0, bonus: amount = 0 } = own ?? {};
    const said = { kind: 'bonus' as const, pseudonym, state: 'Goa', day: '2026-02-01' };
    const entry = { ...said, at: Date.now(), amount, drawNumber, question: number + 1 };
    await connection.query(answeredWithBonus(tea.id, rewardValues(tea.id, draw.head, [entry])));
  });
  await expect(written).rejects.toMatchObject(unearned);
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
  const { person, participations: shown } = consoleCalls.findPerson.answer.parse(found.body);
  expect(shown.map(({ isBonus, isChosen }) => [isBonus, isChosen])).toEqual([
    [false, true],
    [true, false],
  ]);
  const fields = { by: 'pseudonym', text: shown[1]?.pseudonym, isBonus: true, reason };
  expect((await opened.call('findPerson', fields, { cookie })).body).toMatchObject({
    reward: { amount: won },
    summary: expect.stringMatching(/^Bonus of/),
  });
  const { body } = await opened.call('exportNumber', { person, reason }, { cookie });
  const { json } = consoleCalls.exportNumber.answer.parse(body);
  const { participations } = JSON.parse(json);
  expect(participations).toMatchObject([
    { isBonus: false, question: { answer: right, isRight: true, answeredAt: expect.any(String) } },
    { isBonus: true, reward: { amount: won, kind: 'bonus' } },
  ]);
  expect(participations[1]).not.toHaveProperty('question');
});

test('each role has these rights on its table and no other', async () => {
  const reading = { select: 'question' };
  expect(await readHeldRights(server.database, question)).toEqual(
    rightsOf({
      inaam_serve: { select: 'question', insert: 'question', update: 'question/3' },
      inaam_deliver: reading,
      inaam_operator: reading,
      inaam_console: reading,
      inaam_audit: reading,
    }),
  );
  const serve = openTestDatabase(server.databaseUrl, 1, 'inaam_serve');
  onTestFinished(() => serve.end());
  for (const refused of [
    'update inaam.question set amount = 50',
    `create temporary table own (like inaam.question);
     create trigger own after insert on own referencing new table as added
     for each statement execute function inaam.keep_for_question()`,
  ])
    await expect(serve.query(refused)).rejects.toMatchObject({ code: '42501' });
});

/** How many rows of an export have these values. */
async function exported(databaseUrl: string, table: string, values: object): Promise<number> {
  const all = { from: 0, until: 1e14, campaignAheadMs: 0 };
  const operator = openTestDatabase(databaseUrl, 1, 'inaam_operator');
  const rows = [];
  for await (const page of readExportedRows(operator, table, tea.id, all)) rows.push(...page);
  await operator.end();
  return rows.filter((row) => Object.entries(values).every(([name, value]) => row[name] === value))
    .length;
}

test('people, participations, rewards and bonuses are counted apart', async () => {
  const own = await claimsServer({ perDay: 3, inAll: 3 }, tea);
  const { claim, database, databaseUrl, campaign, time } = own;
  time.campaign = Date.parse('2026-02-01T06:00:00Z');
  const delivering = openTestDatabase(databaseUrl, 2, 'inaam_deliver');
  onTestFinished(async () => {
    await delivering.end();
    await own.close();
  });
  const answer = async (shopper: Shopper, isRight: boolean) => {
    const { question, right } = await questionOf(shopper);
    const selectedAnswer = isRight ? right : (right + 1) % 2;
    const fields = { questionId: question.questionId, selectedAnswer };
    const { resp } = await shopper.call('answerQuestion', fields);
    expect(resp).toMatchObject({ isRight });
  };
  const often = newMobile();
  const first = await claim(often);
  await answer(first, true);
  await answer(await claim(often), false);
  // Asked, and left.
  await questionOf(await claim(often));
  await claim(newMobile());
  const { rows } = await database.query<{ kind: string; rupees: number }>(
    `select kind = 'bonus' as kind, sum(amount)::integer as rupees from inaam.reward group by 1 order by 1`,
  );
  const rupees = rows.reduce((sum, row) => sum + row.rupees, 0);
  // Visits are written once a second.
  await expect.poll(() => countRows(database, 'visit')).toBe(4);
  await countFacts(delivering, campaign.id, time.wall);
  const day = indianDay(time.wall);
  const clocks = { wall: () => time.wall, campaign: () => time.wall };
  const read = (filter?: { state: string }) =>
    readOverview(
      { database: delivering, campaign, clocks, smsPaise: 25 },
      { from: day, until: day, filter },
    );
  const counts = { verified: 2, claims: 4, rewarded: 4, asked: 3, bonuses: 1, wrong: 1, rupees };
  const overview = await read();
  expect(overview).toMatchObject({
    hasClaims: true,
    hasReceipts: false,
    total: { numbers: 2, codes: 4, ...counts },
  });
  expect((await read({ state: 'Goa' })).total).toMatchObject(counts);
  const { total } = await countDirectly(database, campaign.id, { from: 0, until: 1e14 });
  expect(total).toMatchObject(overview.total);
  const pools = overview.bonuses?.pools ?? [];
  const planned = pools.reduce((sum, pool) => sum + pool.planned, 0);
  // A right answer has taken a place, and an open question keeps one.
  expect(pools.reduce((sum, pool) => sum + pool.left, 0)).toBe(planned - 2);
  expect(await exported(databaseUrl, 'questions', {})).toBe(counts.asked);
  expect(await exported(databaseUrl, 'questions', { is_right: 'true' })).toBe(counts.bonuses);
  expect(await exported(databaseUrl, 'questions', { is_right: null })).toBe(1);
  expect(await exported(databaseUrl, 'rewards', { kind: 'bonus' })).toBe(counts.bonuses);
  expect(await exported(databaseUrl, 'verifications', { claim: 1 })).toBe(counts.verified);
});

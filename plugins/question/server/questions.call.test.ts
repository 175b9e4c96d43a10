// The calls of the question after the reward, with the tea campaign.
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { askedShopper, tea, teaServer } from '@inaam/testing/server/shopper/asked-shopper.ts';
import { newMobile, Shopper } from '@inaam/testing/server/shopper/shopper.ts';
import { budgetErrors, readLedger } from '@inaam/testing/server/database/database-queries.ts';
import { serverOnDatabase, testSecrets } from '@inaam/testing/server/app/server-on-database.ts';
import type { TestServer } from '@inaam/testing/server/app/test-server.ts';
import { closeQuestions } from './questions.sql.ts';
import { questionOf } from '@inaam/server/draw/drawn-questions.rules.ts';

const words = tea.words('en').questions;

const server = await teaServer();
afterAll(() => server.close());
beforeEach(() => {
  server.time.wall += 2 * 3_600_000;
});

const pseudonymOf = (mobile: string) => server.keys.pseudonymOf(server.keys.mobileIndex(mobile));
async function rewarded(state = 'Goa', at = server) {
  const shopper = new Shopper(at);
  return { shopper, ...(await shopper.win(state)) };
}
const asked = (state?: string, at = server) => askedShopper(at, state);

async function booksOf({ database, campaign }: TestServer = server) {
  const { rows } = await database.query<{ pool: string; granted: string; promised: string }>(
    `select pool, granted, promised from inaam.budget where campaign = $1 and kind = 'bonus' order by amount`,
    [campaign.id],
  );
  expect(await budgetErrors(database, campaign.id)).toEqual([]);
  return Object.fromEntries(
    rows.map(({ pool, granted, promised }) => [pool, [Number(granted), Number(promised)]]),
  );
}

test('a question says nothing of its answer before it is answered', async () => {
  const { question, won, shopper } = await asked();
  expect(question).toEqual({
    questionId: expect.stringMatching(/^(?:leaf|kettle)$/),
    questionNo: question.questionId === 'leaf' ? 1 : 2,
    question: words[question.questionId]?.question,
    options: words[question.questionId]?.options,
    imageUrl: expect.stringMatching(/^\/art\/question-(?:leaf|kettle)-[0-9a-f]{10}\.svg$/),
    videoUrl: '',
    seconds: tea.questions?.seconds,
    bonus: won,
    selectedAnswer: null,
    isRight: null,
    rightAnswer: null,
    explanation: null,
  });
  expect((await shopper.call('getQuestion')).resp['question']).toEqual(question);
});

test('a right answer adds as much again: a second reward, with a voucher and an entry of the ledger', async () => {
  const { shopper, question, right, won, answer, mobile } = await asked();
  const before = await booksOf();
  const head = (await readLedger(server)).length;
  const explanation = words[question.questionId]?.right;
  const answered = { status: 200, isRight: true, rightAnswer: right, explanation, bonus: won };
  expect(await answer(right)).toEqual(answered);
  // The answer was lost.
  expect(await answer(right)).toEqual(answered);
  const pool = `bonus:${won}`;
  const [granted = 0, promised = 0] = before[pool] ?? [];
  expect(await booksOf()).toEqual({ ...before, [pool]: [granted + 1, promised - 1] });
  const pseudonym = pseudonymOf(mobile);
  const { rows } = await server.database.query(
    `select reward.kind, amount, state from inaam.reward
     join inaam.message using (campaign, pseudonym, is_bonus) where pseudonym = $1 and is_bonus`,
    [pseudonym],
  );
  expect(rows).toEqual([{ kind: 'bonus', amount: won, state: 'owed' }]);
  const entries = (await readLedger(server, head)).map(({ content }) => JSON.parse(content));
  expect(entries).toEqual([
    expect.objectContaining({
      kind: 'bonus',
      pseudonym: pseudonym.toString('hex'),
      amount: won,
      question: question['questionNo'] === 1 ? 0 : 1,
      state: 'Goa',
      day: '2026-02-01',
    }),
  ]);
  const { resp } = await shopper.read('getDetails');
  expect(resp).toMatchObject({
    voucher: 'owed',
    bonus: { amount: won, state: 'owed', by: '2026-02-11' },
  });
  expect((await shopper.call('getQuestion')).resp['question']).toEqual({
    ...question,
    selectedAnswer: right,
    isRight: true,
    rightAnswer: right,
    explanation,
  });
});

test('a wrong answer costs nothing, says what was right, and gives its place in the pool back', async () => {
  const { shopper, question, right, won, answer } = await asked();
  const before = await booksOf();
  const head = (await readLedger(server)).length;
  const wrong = (right + 1) % question.options.length;
  const explanation = words[question.questionId]?.right;
  const answered = { status: 200, isRight: false, rightAnswer: right, explanation, bonus: 0 };
  expect(await answer(wrong)).toEqual(answered);
  expect(await answer(wrong)).toEqual(answered);
  expect(await answer(right)).toEqual({ status: 409, messageId: 'alreadyAnswered' });
  const [granted = 0, promised = 0] = before[`bonus:${won}`] ?? [];
  expect(await booksOf()).toEqual({ ...before, [`bonus:${won}`]: [granted, promised - 1] });
  expect(await readLedger(server)).toHaveLength(head);
  expect((await shopper.read('getDetails')).resp).not.toHaveProperty('bonus');
  expect((await shopper.call('getReward')).resp['winType']).toBe(won);
});

test('what is no answer to the own question is refused, and the question stays open', async () => {
  const { question, right, answer } = await asked();
  const other = question.questionId === 'leaf' ? 'kettle' : 'leaf';
  for (const id of [other, 'none', '__proto__'])
    expect(await answer(right, id)).toEqual({ status: 400, messageId: 'invalidQuestion' });
  for (const option of [-1, 3, 0.5, 1e9])
    expect(await answer(option)).toEqual({ status: 400, messageId: 'invalidOption' });
  expect(await answer(right)).toMatchObject({ status: 200, isRight: true });
});

test('before the reward nothing is asked, and what was not asked cannot be answered', async () => {
  const early = new Shopper(server);
  await early.verify(newMobile(), 'Goa');
  expect(await early.brief('getQuestion')).toEqual({ status: 400, messageId: 'invalidData' });
  const fields = { questionId: 'leaf', selectedAnswer: 1 };
  expect(await early.brief('answerQuestion', fields)).toMatchObject({ status: 400 });
  const { shopper } = await rewarded();
  expect(await shopper.brief('answerQuestion', fields)).toEqual({
    status: 400,
    messageId: 'invalidQuestion',
  });
  expect(await shopper.brief('answerQuestion', { questionId: 'leaf' })).toEqual({
    status: 400,
    messageId: 'invalidOption',
  });
});

test('the card decides which question; without a card it is the first, and Tamil Nadu has none', async () => {
  const seen = new Set<unknown>();
  for (let at = 0; at < 12; at++) {
    const { question, mobile } = await asked();
    const pseudonym = pseudonymOf(mobile);
    const { rows } = await server.database.query<{ draw: string }>(
      'select draw_number as draw from inaam.participation where pseudonym = $1',
      [pseudonym],
    );
    const participation = { campaign: tea.id, drawNumber: Number(rows[0]?.draw), pseudonym };
    expect(question['questionNo']).toBe(questionOf(testSecrets.draw, participation, 2) + 1);
    seen.add(question.questionId);
  }
  expect(seen.size).toBe(2);
  for (let at = 0; at < 3; at++) expect((await asked('Nagaland')).question.questionId).toBe('leaf');
  const before = await booksOf();
  const { shopper } = await rewarded('Tamil Nadu');
  expect((await shopper.call('getQuestion')).resp).toEqual({ statusCode: 200, question: null });
  expect(await booksOf()).toEqual(before);
});

test('of two answers at once, on two servers, the first counts, and the bonus is added once', async () => {
  const second = await serverOnDatabase(
    { url: server.databaseUrl, drop: () => Promise.resolve() },
    { change: () => tea, role: 'inaam_serve' },
  );
  onTestFinished(() => second.close());
  second.time.wall = server.time.wall;
  second.time.campaign = server.time.campaign;
  for (let round = 0; round < 6; round++) {
    const { shopper, question, right } = await asked();
    const twin = Object.assign(new Shopper(second), {
      userKey: shopper.userKey,
      dataKey: shopper.dataKey,
      accessToken: shopper.accessToken,
    });
    const other = round % 2 ? right : (right + 1) % 3;
    const head = (await readLedger(server)).length;
    const racing = [shopper, twin, shopper, twin].map((one, at) =>
      one.brief('answerQuestion', {
        questionId: question.questionId,
        selectedAnswer: at % 2 ? other : right,
      }),
    );
    const answers = await Promise.all(racing);
    const counted = answers.filter(({ status }) => status === 200);
    expect(counted).toHaveLength(other === right ? 4 : 2);
    expect(new Set(counted.map((one) => JSON.stringify(one))).size).toBe(1);
    for (const refused of answers.filter(({ status }) => status !== 200))
      expect(refused).toEqual({ status: 409, messageId: 'alreadyAnswered' });
    const isRight = Object(counted[0])['isRight'] === true;
    expect(await readLedger(server)).toHaveLength(head + (isRight ? 1 : 0));
    const again = await shopper.call('getQuestion');
    expect(again.resp['question']).toMatchObject({ isRight });
  }
  await booksOf();
});

test('of many who are asked at once, no more are asked than the pool can pay', async () => {
  const small = await teaServer({}, 2);
  onTestFinished(() => small.close());
  const people = [];
  for (let at = 0; at < 6; at++) people.push(await rewarded('Nagaland', small));
  const questions = await Promise.all(
    people.map(async ({ shopper }) => (await shopper.call('getQuestion')).resp['question']),
  );
  const [first, ...others] = people.filter((_, at) => questions[at] !== null);
  expect(others).toHaveLength(1);
  expect((await booksOf(small))['bonus:10']).toEqual([0, 2]);
  const fields = { questionId: 'leaf', selectedAnswer: 0 };
  expect((await first?.shopper.call('answerQuestion', fields))?.resp['isRight']).toBe(false);
  // The place that a wrong answer has given back is the next one's.
  const late = people.filter((_, at) => questions[at] === null);
  const asks = await Promise.all(late.map(({ shopper }) => shopper.call('getQuestion')));
  expect(asks.filter(({ resp }) => resp['question'] !== null)).toHaveLength(1);
});

test('[SES-6] who left an open question comes in again for a day, and answers; then its place is free', async () => {
  // Those of other tests.
  server.time.wall += 24 * 3_600_000;
  await closeQuestions(server.database, tea.id, server.time.wall);
  const one = await asked();
  const other = await asked();
  const rewarded = await booksOf();
  server.time.wall += 23 * 3_600_000;
  await closeQuestions(server.database, tea.id, server.time.wall);
  expect(await booksOf()).toEqual(rewarded);
  // On the same phone and on another one.
  for (const shopper of [one.shopper, new Shopper(server)]) {
    server.time.wall += 60_000;
    expect(await shopper.verify(one.mobile, 'Goa')).toMatchObject({ status: 200 });
    expect((await shopper.call('getReward')).resp['winType']).toBe(one.won);
    expect((await shopper.call('getQuestion')).resp['question']).toEqual(one.question);
  }
  expect(await one.answer(one.right)).toMatchObject({ isRight: true, bonus: one.won });
  server.time.wall += 60_000;
  const limit = { status: 409, resp: { messageId: 'participationLimit' } };
  expect(await one.shopper.register(one.mobile, 'Goa')).toMatchObject(limit);

  server.time.wall += 3_600_000;
  await other.shopper.verify(other.mobile, 'Goa');
  await closeQuestions(server.database, tea.id, server.time.wall);
  expect(await other.shopper.register(other.mobile, 'Goa')).toMatchObject(limit);
  expect((await other.shopper.call('getQuestion')).resp['question']).toBeNull();
  expect(await other.answer(other.right)).toEqual({ status: 400, messageId: 'invalidQuestion' });
  const books = await booksOf();
  expect(Object.values(books).map(([, promised]) => promised)).toEqual(
    Object.values(books).map(() => 0),
  );
});

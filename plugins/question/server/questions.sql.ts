import {
  batched,
  batchedReads,
  type Batched,
  type Decision,
  lockThenWrite,
  prepared,
  rowKey,
  withNamedValues,
} from '@inaam/server/database/batches/batch.ts';
import type { Mutex } from '@inaam/server/database/batches/gather.ts';
import type { Connection, Database, Queryable } from '@inaam/server/database/database.ts';
import { isoTime } from '@inaam/server/platform/format.ts';
import {
  closedFor,
  findHeldParticipants,
  lockDraw,
  type Head,
  type LockedDraw,
} from '@inaam/server/draw/ledger.sql.ts';
import { rewardRows, rewardValues } from '@inaam/server/draw/reward-rows.sql.ts';
import {
  type Bonus,
  decideQuestions,
  type Rules,
  type StoredQuestion,
  type Verdict,
  verdictOn,
} from './questions.rules.ts';

type QuestionFacts = {
  asked: StoredQuestion | undefined;
  /** Of the reward, if it was by chance. */
  drawNumber: number | undefined;
};

export function readQuestions(
  database: Database,
  campaign: string,
): Batched<Buffer, QuestionFacts> {
  return batchedReads(
    (pseudonym) => rowKey(pseudonym),
    async (pseudonyms) => {
      const facts = await readFacts(database, campaign, pseudonyms);
      return new Map(facts.map((one, at) => [rowKey(pseudonyms[at] ?? ''), one]));
    },
  );
}

/** In the order of the items. */
type LockedQuestions = { draw: LockedDraw; questions: readonly QuestionFacts[] };

/**
 * Asking and answering lock the ledger's head, as granting does: both change a pool.
 * @throws if the campaign has not committed to a draw
 */
export async function lockQuestions(
  connection: Connection,
  campaign: string,
  items: readonly { pseudonym: Buffer }[],
): Promise<LockedQuestions> {
  const pseudonyms = items.map(({ pseudonym }) => pseudonym);
  const [draw, questions] = await Promise.all([
    lockDraw(connection, campaign, pseudonyms),
    readFacts(connection, campaign, pseudonyms),
  ]);
  return { draw, questions };
}

/** Of a person, for the export; question and answer count from 0. By pseudonym, hex. */
export async function readAnswers(
  database: Database,
  campaign: string,
  pseudonyms: readonly Buffer[],
): Promise<ReadonlyMap<string, object>> {
  const { rows } = await database.query<{ pseudonym: string; question: object }>(
    `select encode(pseudonym, 'hex') as pseudonym, json_build_object('question', question,
       'askedAt', ${isoTime('asked_at')}, 'answer', answer, 'isRight', is_right,
       'answeredAt', ${isoTime('answered_at')}) as question
     from inaam.question where campaign = $1 and pseudonym = any ($2::bytea[])`,
    [campaign, pseudonyms],
  );
  return new Map(rows.map(({ pseudonym, question }) => [pseudonym, { question }]));
}

/** In the order of the pseudonyms. */
async function readFacts(
  database: Queryable,
  campaign: string,
  pseudonyms: readonly Buffer[],
): Promise<QuestionFacts[]> {
  const { rows } = await database.query<{
    asked: StoredQuestion | null;
    draw_number: string | null;
  }>(
    prepared(
      `select asked, draw_number
       from unnest($2::bytea[]) with ordinality as one (pseudonym, place)
       left join lateral (
         select json_strip_nulls(json_build_object('question', question, 'bonus', amount,
           'answer', case when answered_at is not null then coalesce(answer, -1) end)) as asked
         from inaam.question
         where campaign = $1 and question.pseudonym = one.pseudonym limit 1) as question on true
       left join lateral (
         select draw_number from inaam.reward
         where campaign = $1 and reward.pseudonym = one.pseudonym and not is_bonus
         limit 1) as reward on true
       order by place`,
      [campaign, pseudonyms],
    ),
  );
  return rows.map(({ asked, draw_number }) => ({
    asked: asked ?? undefined,
    drawNumber: draw_number === null ? undefined : Number(draw_number),
  }));
}

/** Two items of one participation are never in one batch. */
const underHead = <Item extends { pseudonym: Buffer }, Out>(
  database: Database,
  campaign: string,
  keyOf: (item: Item) => string,
  decide: (batch: readonly Item[], locked: LockedQuestions) => Decision<Map<string, Out>>,
  mutex?: Mutex,
): Batched<Item, Out> =>
  batched(
    keyOf,
    (batch) =>
      lockThenWrite(
        database,
        (connection) => lockQuestions(connection, campaign, batch),
        (locked) => decide(batch, locked),
      ),
    ({ pseudonym }) => [rowKey(pseudonym)],
    mutex,
    findHeldParticipants(database, campaign),
  );

/** `today`: Indian day by the campaign's clock. `question`: which one it is asked. */
export type Asking = { pseudonym: Buffer; question: number; today: string; now: number };

/** `none`: nobody is asked here, nothing is left, or the campaign is paused or over. */
export type Asked = StoredQuestion | 'none';

/** Idempotent: of simultaneous calls the first asks, and all get the same question. */
export function askQuestions(
  database: Database,
  campaign: string,
  rules: Rules,
  mutex?: Mutex,
): Batched<Asking, Asked> {
  return underHead(database, campaign, askingKey, decideAsking(campaign, rules), mutex);
}

const askingKey = ({ pseudonym }: Asking) => rowKey(pseudonym);

const decideAsking =
  (campaign: string, rules: Rules) =>
  (
    batch: readonly Asking[],
    { draw, questions }: LockedQuestions,
  ): Decision<Map<string, Asked>> => {
    const open = batch.flatMap((item, at) => {
      const amount = draw.granted[at] ?? undefined;
      const { state = '' } = draw.participants[at] ?? {};
      const isOpen = amount !== undefined && !questions[at]?.asked && !closedFor(item, draw);
      return isOpen ? [{ item, state, amount }] : [];
    });
    const bonuses = decideQuestions(open, rules, draw.pools);
    const asked = open.flatMap(({ item }, at) => {
      const bonus = bonuses[at];
      return bonus ? [{ ...item, bonus }] : [];
    });
    const result = new Map<string, Asked>(
      batch.map((item, at) => [askingKey(item), questions[at]?.asked ?? 'none']),
    );
    for (const item of asked) {
      const { question, bonus } = item;
      result.set(askingKey(item), { question, bonus: bonus.amount, answer: undefined });
    }
    return { result, write: asked.length > 0 ? askWrite(campaign, asked) : undefined };
  };

const askQuery = withNamedValues(`
  insert into inaam.question (campaign, pseudonym, question, amount, pool, asked_at)
  select $1, * from unnest($pseudonyms::bytea[], $questions::integer[], $amounts::integer[],
    $pools::text[], $times::timestamptz[])`);

const askWrite = (campaign: string, asked: readonly (Asking & { bonus: Bonus })[]) =>
  askQuery(campaign, {
    pseudonyms: asked.map(({ pseudonym }) => pseudonym),
    questions: asked.map(({ question }) => question),
    amounts: asked.map(({ bonus }) => bonus.amount),
    pools: asked.map(({ bonus }) => bonus.pool),
    times: asked.map(({ now }) => new Date(now)),
  });

/** Those to which nobody has come back within a day. */
export const closeQuestions = (database: Database, campaign: string, now: number) =>
  database.query('select inaam.close_questions($1, $2)', [campaign, new Date(now)]);

export type Answering = Asking & { answer: number; isRight: boolean };

export type Answered = Verdict | 'ended' | 'paused';

/** Of simultaneous answers the first counts; a right one is stored with its bonus. */
export function answerQuestions(
  database: Database,
  campaign: string,
  options: readonly number[],
  mutex?: Mutex,
): Batched<Answering, Answered> {
  return underHead(database, campaign, answerKey, decideAnswers(campaign, options), mutex);
}

const answerKey = ({ pseudonym, answer }: Answering) => rowKey(pseudonym, String(answer));

type Accepted = Answering & QuestionFacts & { asked: StoredQuestion; state: string };

const decideAnswers =
  (campaign: string, options: readonly number[]) =>
  (
    batch: readonly Answering[],
    { draw, questions }: LockedQuestions,
  ): Decision<Map<string, Answered>> => {
    const accepted: Accepted[] = [];
    const result = new Map(
      batch.map((item, at): [string, Answered] => {
        const { asked, drawNumber } = questions[at] ?? {};
        const verdict = verdictOn(asked, item, options);
        if (verdict !== 'new' || !asked) return [answerKey(item), verdict];
        const closed = closedFor(item, draw);
        const { state = '' } = draw.participants[at] ?? {};
        if (!closed) accepted.push({ ...item, state, asked, drawNumber });
        return [answerKey(item), closed ?? verdict];
      }),
    );
    const write = accepted.length > 0 ? answerWrite(campaign, draw.head, accepted) : undefined;
    return { result, write };
  };

const answerQuery = withNamedValues(`
  with answered as (
    update inaam.question set answer = given.answer, is_right = given.is_right, answered_at = given.at
    from unnest($answered::bytea[], $answers::integer[], $areRight::boolean[], $answeredAt::timestamptz[])
      as given (pseudonym, answer, is_right, at)
    where campaign = $1 and question.pseudonym = given.pseudonym), ${rewardRows}`);

function answerWrite(campaign: string, head: Head, answers: readonly Accepted[]) {
  const right = answers.filter(({ isRight }) => isRight);
  const bonuses = right.map(({ pseudonym, state, today: day, now: at, asked, drawNumber }) => {
    const { question, bonus: amount } = asked;
    return { kind: 'bonus' as const, pseudonym, state, day, at, amount, question, drawNumber };
  });
  return answerQuery(campaign, {
    answered: answers.map(({ pseudonym }) => pseudonym),
    answers: answers.map(({ answer }) => answer),
    areRight: answers.map(({ isRight }) => isRight),
    answeredAt: answers.map(({ now }) => new Date(now)),
    ...rewardValues(campaign, head, bonuses),
  });
}

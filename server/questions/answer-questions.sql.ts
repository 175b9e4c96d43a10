// A right answer is stored together with its bonus: reward, entry of the ledger, owed voucher, and
// a hold if the voucher of the first reward is held.
import type { QueryConfig } from 'pg';
import {
  batched,
  type Batched,
  type Decision,
  lockThenWrite,
  rowKey,
  withNamedValues,
} from '../database/batches/batch.ts';
import type { Mutex } from '../database/batches/gather.ts';
import type { Database } from '../database/database.ts';
import { budgetPoolName } from '../draw/commitment.rules.ts';
import { chainEntries, findHeldParticipants, type Head } from '../draw/ledger.sql.ts';
import { notifyDue } from '../messages/outbox.sql.ts';
import {
  closedFor,
  lockQuestions,
  type LockedQuestions,
  type Participation,
} from './lock-questions.sql.ts';
import { verdictOn, type Verdict } from './questions.rules.ts';

export type Answering = {
  pseudonym: Buffer;
  question: number;
  answer: number;
  isRight: boolean;
  today: string;
  now: number;
  /** The pseudonym of the bonus, and the number and name sealed for it. */
  bonus: { pseudonym: Buffer; mobileSealed: Buffer; nameSealed: Buffer };
};

/** `erased`: nothing was stored. */
export type Answered = Verdict | 'ended' | 'paused' | 'erased';

/** Of simultaneous answers the first counts. `options` of each question. */
export function answerQuestions(
  database: Database,
  campaign: string,
  options: readonly number[],
  mutex?: Mutex,
): Batched<Answering, Answered> {
  return batched(
    keyOf,
    (batch) =>
      lockThenWrite(
        database,
        (connection) => lockQuestions(connection, campaign, batch),
        (locked) => decide(campaign, batch, options, locked),
      ),
    // Two answers of one participation are never in one batch.
    ({ pseudonym }) => [rowKey(pseudonym)],
    mutex,
    findHeldParticipants(database, campaign),
  );
}

const keyOf = ({ pseudonym, answer }: Answering) => rowKey(pseudonym, String(answer));

function decide(
  campaign: string,
  batch: readonly Answering[],
  options: readonly number[],
  locked: LockedQuestions,
): Decision<Map<string, Answered>> {
  const accepted: (Answering & Participation)[] = [];
  const result = new Map(
    batch.map((item, at): [string, Answered] => {
      const one = locked.participations[at];
      const verdict = verdictOn(one?.asked, item, options);
      if (verdict !== 'new' || !one) return [keyOf(item), verdict];
      const closed = closedFor(item, locked) ?? (one.isKept ? undefined : 'erased');
      if (!closed) accepted.push({ ...one, ...item });
      return [keyOf(item), closed ?? verdict];
    }),
  );
  const write = accepted.length > 0 ? answerWrite(campaign, locked.head, accepted) : undefined;
  return { result, write };
}

const answerQuery = withNamedValues(`
  with advanced as (
    update inaam.head set next_ledger = $nextLedger, last_hash = $lastHash
    where campaign = $1 and next_ledger < $nextLedger),
  answered as (
    update inaam.question set answer = given.answer, is_right = given.is_right, answered_at = given.at
    from unnest($answered::bytea[], $answers::integer[], $areRight::boolean[], $answeredAt::timestamptz[])
      as given (pseudonym, answer, is_right, at)
    where campaign = $1 and question.pseudonym = given.pseudonym),
  added as (
    insert into inaam.participant (campaign, pseudonym, mobile_index, state, verified_at, promise,
      promised_pool, claim, bonus_of)
    select $1, pseudonym, mobile_index, state, at, 'bonus', pool, claim, bonus_of
    from unnest($pseudonyms::bytea[], $mobiles::bytea[], $states::text[], $times::timestamptz[],
      $pools::text[], $claims::integer[], $bonusOf::bytea[])
      as bonus (pseudonym, mobile_index, state, at, pool, claim, bonus_of)),
  rewarded as (
    insert into inaam.reward (campaign, pseudonym, granted_at, amount, kind, day, pool)
    select $1, pseudonym, at, amount, 'bonus', day, pool
    from unnest($pseudonyms::bytea[], $times::timestamptz[], $amounts::integer[], $days::date[], $pools::text[])
      as bonus (pseudonym, at, amount, day, pool)),
  recorded as (
    insert into inaam.ledger (campaign, number, kind, pseudonym, content, hash)
    select $1, $firstLedger::bigint + place - 1, 'bonus', pseudonym, content, hash
    from unnest($pseudonyms::bytea[], $contents::text[], $hashes::bytea[]) with ordinality
      as entry (pseudonym, content, hash, place)),
  stored as (
    insert into inaam.personal_data (campaign, pseudonym, mobile_sealed, name_sealed)
    select $1, * from unnest($pseudonyms::bytea[], $sealedMobiles::bytea[], $sealedNames::bytea[])),
  held as (
    insert into inaam.review_hold (campaign, pseudonym, state, at, decided_by, why)
    select $1, bonus.pseudonym, 'held', at, 'rule bonus', 'the voucher of its reward is held'
    from unnest($pseudonyms::bytea[], $times::timestamptz[], $bonusOf::bytea[])
      as bonus (pseudonym, at, bonus_of)
    cross join lateral (
      select from inaam.review_hold
      where campaign = $1 and review_hold.pseudonym = bonus.bonus_of and state in ('held', 'refused')
      limit 1) as hold),
  owed as (
    insert into inaam.message (campaign, kind, pseudonym, owed_at, voucher_amount)
    select $1, 'voucher', *
    from unnest($pseudonyms::bytea[], $times::timestamptz[], $amounts::integer[]))
  select ${notifyDue('voucher')}`);

function answerWrite(
  campaign: string,
  head: Head,
  answers: readonly (Answering & Participation)[],
): QueryConfig {
  const right = answers.flatMap((answer) =>
    answer.isRight && answer.asked ? [{ ...answer, asked: answer.asked }] : [],
  );
  const chained = chainEntries(
    campaign,
    head,
    right.map(({ bonus, pseudonym, state, today, now, asked, drawNumber }) => ({
      kind: 'bonus' as const,
      pseudonym: bonus.pseudonym,
      of: pseudonym,
      state,
      day: today,
      at: now,
      amount: asked.bonus,
      question: asked.question,
      drawNumber,
    })),
  );
  return answerQuery(campaign, {
    answered: answers.map(({ pseudonym }) => pseudonym),
    answers: answers.map(({ answer }) => answer),
    areRight: answers.map(({ isRight }) => isRight),
    answeredAt: answers.map(({ now }) => new Date(now)),
    firstLedger: head.nextLedger,
    nextLedger: chained.head.nextLedger,
    lastHash: Buffer.from(chained.head.lastHash),
    pseudonyms: right.map(({ bonus }) => bonus.pseudonym),
    bonusOf: right.map(({ pseudonym }) => pseudonym),
    mobiles: right.map(({ mobileIndex }) => mobileIndex),
    claims: right.map(({ claim }) => claim),
    states: right.map(({ state }) => state),
    times: right.map(({ now }) => new Date(now)),
    days: right.map(({ today }) => today),
    amounts: right.map(({ asked }) => asked.bonus),
    pools: right.map(({ asked }) => budgetPoolName('bonus', asked.bonus, null)),
    contents: chained.contents,
    hashes: chained.hashes,
    sealedMobiles: right.map(({ bonus }) => bonus.mobileSealed),
    sealedNames: right.map(({ bonus }) => bonus.nameSealed),
  });
}

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
import type { CommittedQuestion } from '../draw/commitment.rules.ts';
import { findHeldParticipants } from '../draw/ledger.sql.ts';
import { closedFor, lockQuestions, type LockedQuestions } from './lock-questions.sql.ts';
import { decideQuestions } from './questions.rules.ts';
import type { StoredQuestion } from './read-questions.sql.ts';
import type { Bonus } from '../draw/drawn-questions.rules.ts';

/** `today`: Indian day by the campaign's clock. `question`: which one it is asked. */
export type Asking = { pseudonym: Buffer; question: number; today: string; now: number };

/** `none`: nobody is asked here, nothing is left, or the campaign is paused or over. */
export type Asked = StoredQuestion | 'none';

/** Idempotent: of simultaneous calls the first asks, and all get the same question. */
export function askQuestions(
  database: Database,
  campaign: string,
  rules: CommittedQuestion,
  mutex?: Mutex,
): Batched<Asking, Asked> {
  return batched(
    keyOf,
    (batch) =>
      lockThenWrite(
        database,
        (connection) => lockQuestions(connection, campaign, batch),
        (locked) => decide(campaign, batch, rules, locked),
      ),
    undefined,
    mutex,
    findHeldParticipants(database, campaign),
  );
}

const keyOf = ({ pseudonym }: Asking) => rowKey(pseudonym);

function decide(
  campaign: string,
  batch: readonly Asking[],
  rules: CommittedQuestion,
  locked: LockedQuestions,
): Decision<Map<string, Asked>> {
  const open = batch.flatMap((item, at) => {
    const { amount, asked, isKept = false, state = '' } = locked.participations[at] ?? {};
    const isOpen = isKept && amount !== undefined && !asked && !closedFor(item, locked);
    return isOpen ? [{ item, state, amount }] : [];
  });
  const bonuses = decideQuestions(open, rules, locked.pools);
  const asked = open.flatMap(({ item }, at) => {
    const bonus = bonuses[at];
    return bonus ? [{ ...item, bonus }] : [];
  });
  const result = new Map<string, Asked>(
    batch.map((item, at) => [keyOf(item), locked.participations[at]?.asked ?? 'none']),
  );
  for (const item of asked) {
    const { question, bonus } = item;
    result.set(keyOf(item), { question, bonus: bonus.amount, answer: undefined });
  }
  return { result, write: asked.length > 0 ? askWrite(campaign, asked) : undefined };
}

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

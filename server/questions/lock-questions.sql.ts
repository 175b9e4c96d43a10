// Asking and answering lock the ledger's head, as granting does: both change a pool.
import { prepared } from '../database/batches/batch.ts';
import type { Connection } from '../database/database.ts';
import { openBudgetPoolsOf, type BudgetPoolColumns } from '../draw/budgets.sql.ts';
import { notCommitted, type Head } from '../draw/ledger.sql.ts';
import type { OpenBudgetPools } from '../draw/promise.rules.ts';
import { dayAfter } from '../platform/period.rules.ts';
import { numberOf, storedOf, type StoredQuestion } from './read-questions.sql.ts';

export function closedFor(
  { today }: { today: string },
  { isRevealed, isPaused, lastDay }: LockedQuestions,
): 'ended' | 'paused' | undefined {
  if (isRevealed || today > dayAfter(lastDay)) return 'ended';
  return isPaused ? 'paused' : undefined;
}

export type Participation = {
  state: string;
  mobileIndex: Buffer;
  claim: number;
  /** Of the reward; undefined before it. */
  amount: number | undefined;
  drawNumber: number | undefined;
  asked: StoredQuestion | undefined;
  /** Whether the person's data are stored: not after an erasure. */
  isKept: boolean;
};

export type LockedQuestions = {
  head: Head;
  isRevealed: boolean;
  isPaused: boolean;
  lastDay: string;
  pools: OpenBudgetPools;
  /** In the order asked for. */
  participations: readonly (Participation | undefined)[];
};

type Row = BudgetPoolColumns & {
  next_ledger: string;
  last_hash: Buffer;
  revealed_at: Date | null;
  paused_at: Date | null;
  last_day: string;
  states: (string | null)[];
  mobile_indexes: (Buffer | null)[];
  claims: (number | null)[];
  amounts: (number | null)[];
  draw_numbers: (string | null)[];
  questions: (number | null)[];
  bonuses: (number | null)[];
  answers: (number | null)[];
  are_kept: boolean[];
};

/** @throws if the campaign has not committed to a draw */
export async function lockQuestions(
  connection: Connection,
  campaign: string,
  items: readonly { pseudonym: Buffer }[],
): Promise<LockedQuestions> {
  const { rows } = await connection.query<Row>(
    prepared('select * from inaam.lock_questions($1, $2::bytea[])', [
      campaign,
      items.map(({ pseudonym }) => pseudonym),
    ]),
  );
  const [row] = rows;
  if (!row) throw notCommitted(campaign);
  return {
    head: { nextLedger: Number(row.next_ledger), lastHash: row.last_hash },
    isRevealed: row.revealed_at !== null,
    isPaused: row.paused_at !== null,
    lastDay: row.last_day,
    pools: openBudgetPoolsOf(row),
    participations: row.states.map((state, at) => {
      const mobileIndex = row.mobile_indexes[at];
      if (state === null || !mobileIndex) return undefined;
      return {
        state,
        mobileIndex,
        claim: row.claims[at] ?? 1,
        amount: row.amounts[at] ?? undefined,
        drawNumber: numberOf(row.draw_numbers[at]),
        asked: storedOf(row.questions[at], row.bonuses[at], row.answers[at]),
        isKept: row.are_kept[at] ?? false,
      };
    }),
  };
}

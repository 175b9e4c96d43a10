// The schema updates the budget with each reward.
import { blockSize } from './draw.rules.ts';
import type { BudgetPool } from './commitment.rules.ts';
import type { Connection, Database } from '../database/database.ts';

/**
 * `promised`: the part of the rest that is reserved for participants; 0 for cards, because nobody
 * knows which amounts are promised.
 */
export type BudgetRow = Omit<BudgetPool, 'name'> & {
  pool: string;
  granted: number;
  remaining: number;
  promised: number;
};

/** In the order chance, reserve, fixed rewards; within these by ascending amount. */
export async function readBudget(
  database: Pick<Connection, 'query'>,
  campaign: string,
): Promise<BudgetRow[]> {
  const { rows } = await database.query<{
    pool: string;
    kind: BudgetPool['kind'];
    state: string | null;
    amount: number;
    planned: string;
    granted: string;
    remaining: string;
    promised: string;
  }>(
    `select pool, kind, state, amount, planned, granted, remaining, promised from inaam.budget where campaign = $1
     order by array_position(array['chance', 'reserve', 'fixed'], kind), state, amount`,
    [campaign],
  );
  return rows.map((row) => ({
    ...row,
    planned: Number(row.planned),
    granted: Number(row.granted),
    remaining: Number(row.remaining),
    promised: Number(row.promised),
  }));
}

/** How many of the deck's cards have a bound draw number. Not all of them are played. */
export async function readDeckUse(
  database: Database,
  campaign: string,
): Promise<{ cards: number; bound: number } | undefined> {
  const { rows } = await database.query<{ next_draw: string; cards: number[]; blocks: number }>(
    'select next_draw, cards, blocks from inaam.head where campaign = $1',
    [campaign],
  );
  const [row] = rows;
  return row && { cards: blockSize(row) * row.blocks, bound: Number(row.next_draw) };
}

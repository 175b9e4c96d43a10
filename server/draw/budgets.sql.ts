// The schema updates the budget with each reward.
import { blockSize, blockOf, type DeckPlan } from './draw.rules.ts';
import type { BudgetPool } from './commitment.rules.ts';
import type { Queryable } from '../database/database.ts';
import type { OpenBudgetPool, OpenBudgetPools, Promised } from './promise.rules.ts';

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

/** In the order chance, reserve, fixed rewards, bonuses; within these by ascending amount. */
export async function readBudget(database: Queryable, campaign: string): Promise<BudgetRow[]> {
  const { rows } = await database.query<BudgetRow>(
    `select pool, kind, state, amount, planned::float8, granted::float8, remaining::float8,
       promised::float8
     from inaam.budget where campaign = $1
     order by array_position(array['chance', 'reserve', 'fixed', 'bonus'], kind), state, amount`,
    [campaign],
  );
  return rows;
}

/** How many of the deck's cards have a bound draw number. Not all of them are played. */
export async function readDeckUse(
  database: Queryable,
  campaign: string,
): Promise<{ cards: number; bound: number } | undefined> {
  const { rows } = await database.query<{ next_draw: string; cards: number[]; blocks: number }>(
    'select next_draw, cards, blocks from inaam.head where campaign = $1',
    [campaign],
  );
  const [row] = rows;
  return row && { cards: blockSize(row) * row.blocks, bound: Number(row.next_draw) };
}

export type PromiseColumns = {
  promise: string | null | undefined;
  drawNumber: string | null | undefined;
  pool: string | null | undefined;
};

/** @returns undefined if there is no such participant */
export function promisedOf(
  { promise, drawNumber, pool }: PromiseColumns,
  plan: Pick<DeckPlan, 'cards' | 'blocks'>,
): Promised | undefined {
  if (promise === null || promise === undefined) return undefined;
  if (drawNumber !== null && drawNumber !== undefined) {
    const block = blockOf(plan, Number(drawNumber));
    if (block === undefined)
      throw new RangeError('Failed to read a promise: it belongs to no block.');
    return { kind: 'chance', drawNumber: Number(drawNumber), block };
  }
  const isPool = pool !== null && pool !== undefined;
  if (isPool && (promise === 'fixed' || promise === 'reserve')) return { kind: promise, pool };
  return { kind: 'none' };
}

export type BudgetPoolColumns = {
  pools: string[] | null;
  pool_kinds: OpenBudgetPool['kind'][] | null;
  pool_amounts: number[] | null;
  pools_free: string[] | null;
};

export function openBudgetPoolsOf(row: BudgetPoolColumns): OpenBudgetPools {
  return new Map(
    (row.pools ?? []).map((pool, index) => [
      pool,
      {
        kind: row.pool_kinds?.[index] ?? 'reserve',
        amount: row.pool_amounts?.[index] ?? 0,
        free: Number(row.pools_free?.[index]),
      },
    ]),
  );
}

import { blockOf, type DeckPlan } from './draw.rules.ts';
import type { OpenBudgetPools, Promised } from './promise.rules.ts';

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
  pool_kinds: ('fixed' | 'reserve')[] | null;
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

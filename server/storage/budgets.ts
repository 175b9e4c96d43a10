// The schema updates the budget with each reward.
import type { Pool } from '../rules/commitment.ts';
import type { Database } from './database.ts';

export type BudgetRow = Omit<Pool, 'name'> & { pool: string; granted: number; remaining: number };

/** Order: chance, reserve, fixed rewards; then ascending amounts. */
export async function readBudget(database: Database, campaign: string): Promise<BudgetRow[]> {
  const { rows } = await database.query<{
    pool: string;
    kind: Pool['kind'];
    state: string | null;
    amount: number;
    planned: string;
    granted: string;
    remaining: string;
  }>(
    `select pool, kind, state, amount, planned, granted, remaining from inaam.budget where campaign = $1
     order by array_position(array['chance', 'reserve', 'fixed'], kind), state, amount`,
    [campaign],
  );
  return rows.map((row) => ({
    ...row,
    planned: Number(row.planned),
    granted: Number(row.granted),
    remaining: Number(row.remaining),
  }));
}

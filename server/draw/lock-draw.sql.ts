import type { OpenPools, Promised } from './promise.rules.ts';
import type { Connection } from '../database/database.ts';
import { notCommitted, type Head } from './head.sql.ts';
import { prepared } from '../database/batches/prepared.ts';
import { openPoolsOf, promisedOf, type PoolColumns } from './promise-columns.sql.ts';

export type LockedDraw = {
  head: Head;
  isRevealed: boolean;
  isPaused: boolean;
  /** The last day in force. */
  lastDay: string;
  plan: { amounts: readonly number[]; cards: readonly number[]; blocks: number };
  pools: OpenPools;
  /** In the order of the claimants; undefined if there is no such participant. */
  participants: readonly ({ state: string; promised: Promised } | undefined)[];
  /** Amounts in the order of the claimants; null without a reward. */
  granted: readonly (number | null)[];
};

type Row = PoolColumns & {
  next_ledger: string;
  last_hash: Buffer;
  amounts: number[];
  cards: number[];
  blocks: number;
  revealed_at: Date | null;
  paused_at: Date | null;
  last_day: string;
  states: (string | null)[];
  promises: (string | null)[];
  draw_numbers: (string | null)[];
  promised_pools: (string | null)[];
  granted: (number | null)[];
};

/**
 * Locks the head and reads what the decision on these claims depends on.
 * @throws if the campaign has not committed to a draw
 */
export async function lockDraw(
  connection: Connection,
  campaign: string,
  claimants: readonly Buffer[],
): Promise<LockedDraw> {
  const { rows } = await connection.query<Row>(
    prepared('select * from inaam.lock_draw($1, $2::bytea[])', [campaign, claimants]),
  );
  const [row] = rows;
  if (!row) throw notCommitted(campaign);
  const { amounts, cards, blocks } = row;
  const plan = { amounts, cards, blocks };
  return {
    head: { nextLedger: Number(row.next_ledger), lastHash: row.last_hash },
    isRevealed: row.revealed_at !== null,
    isPaused: row.paused_at !== null,
    lastDay: row.last_day,
    plan,
    pools: openPoolsOf(row),
    participants: row.states.map((state, index) => {
      const promise = row.promises[index];
      const drawNumber = row.draw_numbers[index];
      const promised = promisedOf({ promise, drawNumber, pool: row.promised_pools[index] }, plan);
      return state !== null && promised ? { state, promised } : undefined;
    }),
    granted: row.granted,
  };
}

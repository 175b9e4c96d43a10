// Locking the head row serializes draws and ledger entries of a campaign. Lock order everywhere:
// device, mobile, challenge, head, deck, admission, participant, reward, budget, jobs.
import type { Connection } from './database.ts';

export type Head = {
  nextLedger: number;
  nextDraw: number;
  lastHash: Uint8Array;
  /** Ascending. */
  amounts: number[];
  /** Per block, in the order of `amounts`. */
  cards: number[];
  blocks: number;
  isRevealed: boolean;
};

type Row = {
  next_ledger: string;
  next_draw: string;
  last_hash: Buffer;
  amounts: number[];
  cards: number[];
  blocks: number;
  revealed_at: Date | null;
};

/**
 * Locks the head until the end of the transaction.
 * @throws if the campaign has not committed to a draw
 */
export async function lockHead(connection: Connection, campaign: string): Promise<Head> {
  const { rows } = await connection.query<Row>(
    `select next_ledger, next_draw, last_hash, amounts, cards, blocks, revealed_at
     from inaam.head where campaign = $1 for update`,
    [campaign],
  );
  const [row] = rows;
  if (!row)
    throw new Error(
      `Failed to read the head of campaign "${campaign}": it has not committed to a draw.`,
    );
  return {
    nextLedger: Number(row.next_ledger),
    nextDraw: Number(row.next_draw),
    lastHash: row.last_hash,
    amounts: row.amounts,
    cards: row.cards,
    blocks: row.blocks,
    isRevealed: row.revealed_at !== null,
  };
}

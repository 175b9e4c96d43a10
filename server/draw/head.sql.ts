// Locking the head row serializes draws and ledger entries of a campaign. The lock order everywhere
// is device, mobile, challenge, head, deck, admission, participant, reward, budget, jobs.
import type { Connection } from '../database/database.ts';

/** Where the next entry of the ledger goes. */
export type Head = { nextLedger: number; lastHash: Uint8Array };

/**
 * Locks the head until the end of the transaction.
 * @throws if the campaign has not committed to a draw
 */
export async function lockHead(connection: Connection, campaign: string): Promise<Head> {
  const { rows } = await connection.query<{ next_ledger: string; last_hash: Buffer }>(
    'select next_ledger, last_hash from inaam.head where campaign = $1 for update',
    [campaign],
  );
  const [row] = rows;
  if (!row) throw notCommitted(campaign);
  return { nextLedger: Number(row.next_ledger), lastHash: row.last_hash };
}

/**
 * The deck's blocks and the last day including all amendments, and whether the campaign is paused.
 */
export type DrawInForce = {
  blocks: number;
  lastDay: string;
  isPaused: boolean;
  /** The number of amendments. */
  amendments: number;
};

/** `undefined` if the campaign has not committed to a draw. */
export async function readDrawInForce(
  database: Pick<Connection, 'query'>,
  campaign: string,
): Promise<DrawInForce | undefined> {
  const { rows } = await database.query<DrawInForce>(
    `select blocks, last_day::text as "lastDay", paused_at is not null as "isPaused",
       (select count(*)::integer from inaam.amendment where campaign = $1) as amendments
     from inaam.head where campaign = $1`,
    [campaign],
  );
  return rows[0];
}

export function notCommitted(campaign: string): Error {
  return new Error(
    `Failed to read the head of campaign "${campaign}": it has not committed to a draw.`,
  );
}

import type { Database } from '../database/database.ts';
import { prepared } from '../database/batches/prepared.ts';

export type BoundEntry = { content: string; hash: Buffer };

/** Entries of the ledger from number `from` on, in order. */
export async function readEntries(
  database: Database,
  campaign: string,
  from: number,
  most: number,
): Promise<BoundEntry[]> {
  const { rows } = await database.query<BoundEntry>(
    prepared(
      `select content, hash from inaam.ledger
       where campaign = $1 and number >= $2 and number < $3 order by number`,
      [campaign, from, from + most],
    ),
  );
  return rows;
}

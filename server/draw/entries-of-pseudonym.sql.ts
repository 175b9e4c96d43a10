import type { Database } from '../database/database.ts';

/** `content`: the bytes that are hashed. */
export type EntryOfPseudonym = { number: number; content: string };

/** In the order of the ledger: the verification, and the reward if there is one. */
export async function readEntriesOf(
  database: Database,
  campaign: string,
  pseudonym: Buffer,
): Promise<EntryOfPseudonym[]> {
  const { rows } = await database.query<{ number: string; content: string }>(
    'select number, content from inaam.ledger where campaign = $1 and pseudonym = $2 order by number',
    [campaign, pseudonym],
  );
  return rows.map(({ number, content }) => ({ number: Number(number), content }));
}

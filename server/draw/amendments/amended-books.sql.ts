import type { Database } from '../../database/database.ts';

/** What the amendments contain, and the deck, last day and budget that result from them. */
export type AmendedBooks = {
  /** In the order of the ledger; `hash` in hex. */
  amendments: { content: string; hash: string }[];
  blocks: number;
  lastDay: string;
  /** By the pool's name. */
  planned: Readonly<Record<string, number>>;
};

/** One statement, so that an amendment is in all of the results or in none. */
export async function readAmendedBooks(
  database: Database,
  campaign: string,
): Promise<AmendedBooks | undefined> {
  const { rows } = await database.query<AmendedBooks>(
    `select blocks, last_day::text as "lastDay",
       (select coalesce(json_agg(json_build_object('content', content, 'hash', encode(hash, 'hex'))
          order by number), '[]') from inaam.amendment where campaign = $1) as amendments,
       (select json_object_agg(pool, planned) from inaam.budget where campaign = $1) as planned
     from inaam.head where campaign = $1`,
    [campaign],
  );
  return rows[0];
}

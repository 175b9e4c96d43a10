// One entry per line, byte for byte as it is hashed, read in pages to bound memory.
import { minuteOf } from './ledger.rules.ts';
import type { Database } from '../database/database.ts';

export type LedgerHead = {
  entries: number;
  /** Hash of the last entry, hex; of the commitment if there is no entry. */
  hash: string;
};

/** `undefined` if the campaign has not committed to a draw. */
export async function readLedgerHead(
  database: Database,
  campaign: string,
): Promise<LedgerHead | undefined> {
  const { rows } = await database.query<{ next_ledger: string; hash: string }>(
    `select next_ledger, encode(last_hash, 'hex') as hash from inaam.head where campaign = $1`,
    [campaign],
  );
  return rows[0] && { entries: Number(rows[0].next_ledger), hash: rows[0].hash };
}

export function headText({ entries, hash }: LedgerHead, at: number): string {
  return `${JSON.stringify({ at: minuteOf(at), entries, hash })}\n`;
}

/** V8 treats a text of more than 128 kB as a large object, which stays until a major collection. */
const pageEntries = 400;

/**
 * Yields whole lines, ending in LF.
 * @param entries from a head that was read before; later entries are left out
 */
export async function* exportLedger(
  database: Database,
  campaign: string,
  entries: number,
  page = pageEntries,
): AsyncGenerator<string, void, undefined> {
  for (let from = 0; from < entries; from += page) {
    const { rows } = await database.query<{ content: string; hash: string }>(
      `select content, encode(hash, 'hex') as hash from inaam.ledger
       where campaign = $1 and number >= $2 and number < $3 order by number`,
      [campaign, from, Math.min(from + page, entries)],
    );
    yield rows.map(({ content, hash }) => `{"entry":${content},"hash":"${hash}"}\n`).join('');
  }
}

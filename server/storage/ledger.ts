import { chainedHash, contentOf, type LedgerEntry } from '../rules/ledger.ts';
import type { Connection } from './database.ts';
import type { Head } from './head.ts';

export type Unnumbered = LedgerEntry extends infer Entry
  ? Entry extends LedgerEntry
    ? Omit<Entry, 'number' | 'campaign'>
    : never
  : never;

/** Appends chained entries in order and advances the locked head. */
export async function appendLedger(
  connection: Connection,
  campaign: string,
  head: Head,
  entries: readonly Unnumbered[],
): Promise<void> {
  if (entries.length === 0) return;
  let { lastHash } = head;
  const chained = entries.map((entry, place) => {
    const number = head.nextLedger + place;
    const content = contentOf({ ...entry, campaign, number });
    lastHash = chainedHash(lastHash, content);
    return { number, kind: entry.kind, pseudonym: entry.pseudonym, content, hash: lastHash };
  });
  await connection.query(
    `insert into inaam.ledger (campaign, number, kind, pseudonym, content, hash)
     select $1, * from unnest($2::bigint[], $3::text[], $4::bytea[], $5::text[], $6::bytea[])`,
    [
      campaign,
      chained.map((entry) => entry.number),
      chained.map((entry) => entry.kind),
      chained.map((entry) => Buffer.from(entry.pseudonym)),
      chained.map((entry) => entry.content),
      chained.map((entry) => Buffer.from(entry.hash)),
    ],
  );
  await connection.query(
    'update inaam.head set next_ledger = $2, last_hash = $3 where campaign = $1',
    [campaign, head.nextLedger + entries.length, Buffer.from(lastHash)],
  );
}

// The head row of a campaign: whoever holds it FOR UPDATE orders the ledger and the draw. Lock order everywhere:
// device, number, challenge, head, deck, admission, participant, reward, budget, jobs. Decides nothing.
import { chainedHash, contentOf, type LedgerEntry } from '../rules/ledger.ts';
import type { Connection } from './database.ts';

export type Head = {
  nextLedger: number;
  nextDraw: number;
  lastHash: Uint8Array;
  amounts: number[];
  cards: number[];
  blocks: number;
  /** Whether the secret is revealed: nothing more is granted then. */
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
 * Takes the head for this transaction: until its end nobody else of this campaign draws or writes the ledger.
 * @throws where the campaign has not committed to a draw
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

/** An entry before it has its number in the ledger. */
export type Unnumbered = LedgerEntry extends infer Entry
  ? Entry extends LedgerEntry
    ? Omit<Entry, 'number' | 'campaign'>
    : never
  : never;

/** Appends entries in their order, each chained to the one before, and moves the held head on. */
export async function appendLedger(
  connection: Connection,
  campaign: string,
  head: Head,
  entries: readonly Unnumbered[],
): Promise<void> {
  if (entries.length === 0) return;
  let { lastHash } = head;
  const chained = entries.map((entry, at) => {
    const number = head.nextLedger + at;
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

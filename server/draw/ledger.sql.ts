import { chainedHash, contentOf, type LedgerEntry, minuteOf } from './ledger.rules.ts';
import type { Connection, Database, Queryable } from '../database/database.ts';
import { findHeldRows, prepared } from '../database/batches/batch.ts';
import { dayAfter } from '../platform/period.rules.ts';
import { openBudgetPoolsOf, promisedOf, type BudgetPoolColumns } from './budgets.sql.ts';
import type { OpenBudgetPools, Promised } from './promise.rules.ts';

export type Unnumbered = LedgerEntry extends infer Entry
  ? Entry extends LedgerEntry
    ? Omit<Entry, 'number' | 'campaign'>
    : never
  : never;

/** `contents` and `hashes` are in the order of the entries. */
export type Chained = { contents: string[]; hashes: Buffer[]; head: Head };

/** Numbers the entries from the locked head on, and chains each to the previous one. */
export function chainEntries(
  campaign: string,
  head: Head,
  entries: readonly Unnumbered[],
): Chained {
  let { lastHash } = head;
  const contents: string[] = [];
  const hashes: Buffer[] = [];
  entries.forEach((entry, index) => {
    const content = contentOf({ ...entry, campaign, number: head.nextLedger + index });
    lastHash = chainedHash(lastHash, content);
    contents.push(content);
    hashes.push(Buffer.from(lastHash));
  });
  return { contents, hashes, head: { nextLedger: head.nextLedger + entries.length, lastHash } };
}

// Locking the head row serializes a campaign's draws and ledger entries. The lock order everywhere
// is device, mobile, code request, proof of a purchase, head, deck, admission, participation, use
// of the proof, its batch, reward, budget, message.

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

export function closedFor(
  { today }: { today: string },
  { isRevealed, isPaused, lastDay }: LockedDraw,
): 'ended' | 'paused' | undefined {
  if (isRevealed || today > dayAfter(lastDay)) return 'ended';
  return isPaused ? 'paused' : undefined;
}

export type LockedDraw = {
  head: Head;
  isRevealed: boolean;
  isPaused: boolean;
  /** The last day in force. */
  lastDay: string;
  plan: { amounts: readonly number[]; cards: readonly number[]; blocks: number };
  pools: OpenBudgetPools;
  /** In the order of the claims; undefined if there is no such participant. */
  participants: readonly ({ state: string; promised: Promised } | undefined)[];
  /** Amounts in the order of the claims; null without a reward. */
  granted: readonly (number | null)[];
};

type Row = BudgetPoolColumns & {
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
 * Locks the head and reads what these claims depend on.
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
    pools: openBudgetPoolsOf(row),
    participants: row.states.map((state, index) => {
      const promise = row.promises[index];
      const drawNumber = row.draw_numbers[index];
      const promised = promisedOf({ promise, drawNumber, pool: row.promised_pools[index] }, plan);
      return state !== null && promised ? { state, promised } : undefined;
    }),
    granted: row.granted,
  };
}

export const findHeldParticipants = (database: Database, campaign: string) =>
  findHeldRows<{ pseudonym: Buffer }>(
    database,
    ['participation where campaign = $1 and pseudonym = item.pseudonym'],
    'unnest($2::bytea[]) with ordinality as item (pseudonym, place)',
    (items) => [campaign, items.map(({ pseudonym }) => pseudonym)],
  );

/** The deck's blocks and the last day with all amendments, and whether the campaign is paused. */
export type DrawInForce = {
  blocks: number;
  lastDay: string;
  isPaused: boolean;
};

/** `undefined` if the campaign has not committed to a draw. */
export async function readDrawInForce(
  database: Queryable,
  campaign: string,
): Promise<DrawInForce | undefined> {
  const { rows } = await database.query<DrawInForce>(
    `select blocks, last_day::text as "lastDay", paused_at is not null as "isPaused"
     from inaam.head where campaign = $1`,
    [campaign],
  );
  return rows[0];
}

export const readLastDay = (database: Queryable, campaign: string) => async () =>
  (await readDrawInForce(database, campaign))?.lastDay;

export function notCommitted(campaign: string): Error {
  return new Error(
    `Failed to read the head of campaign "${campaign}": it has not committed to a draw.`,
  );
}

// One entry per line, byte for byte as it is hashed, read in pages to limit memory.

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

/** V8 keeps a string of more than 128 kB until a major garbage collection. */
const pageEntries = 400;

/**
 * Yields whole lines, ending in LF. Throws if there are fewer entries.
 * @param entries from a head that was read before; later entries are omitted
 */
export async function* exportLedger(
  database: Database,
  campaign: string,
  entries: number,
  page = pageEntries,
): AsyncGenerator<string, void, undefined> {
  for (let from = 0; from < entries; from += page) {
    const until = Math.min(from + page, entries);
    const { rows } = await database.query<{ content: string; hash: string }>(
      `select content, encode(hash, 'hex') as hash from inaam.ledger
       where campaign = $1 and number >= $2 and number < $3 order by number`,
      [campaign, from, until],
    );
    if (rows.length !== until - from) throw new Error('The ledger ends before its head.');
    yield rows.map(({ content, hash }) => `{"entry":${content},"hash":"${hash}"}\n`).join('');
  }
}

/** The same pages; `count` gets how many lines there were so far. */
export async function* countedLines(
  pages: AsyncIterable<string>,
  count: (lines: number) => void,
): AsyncGenerator<string> {
  let lines = 0;
  count(lines);
  for await (const page of pages) {
    yield page;
    lines += page.split('\n').length - 1;
    count(lines);
  }
}

export type BoundEntry = { content: string; hash: Buffer };

export async function readEntries(
  database: Database,
  campaign: string,
  from: number,
  max: number,
): Promise<BoundEntry[]> {
  const { rows } = await database.query<BoundEntry>(
    prepared(
      `select content, hash from inaam.ledger
       where campaign = $1 and number >= $2 and number < $3 order by number`,
      [campaign, from, from + max],
    ),
  );
  return rows;
}

/** `content`: the bytes that are hashed. */
export type EntryOfPseudonym = { number: number; content: string };

/** In ledger order: the verification, and the reward if there is one. */
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

/** The minute of the ledger's last entry, wall time, ms. */
export async function readLastEntryAt(
  database: Queryable,
  campaign: string,
  entries: number,
): Promise<number | null> {
  const { rows } = await database.query<{ at: string }>(
    `select content::json ->> 'at' as at from inaam.ledger where campaign = $1 and number = $2`,
    [campaign, entries - 1],
  );
  return rows[0] ? Date.parse(rows[0].at) : null;
}

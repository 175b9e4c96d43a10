// The stock of voucher codes: loading it, and binding one code to one reward for good. What guards it are the
// constraints of the table: a code has one reward at most, a reward has one code at most. Opens no code.
import { recordAudit, type Audit } from './audit-log.ts';
import { transaction, type Connection, type Database } from './database.ts';
import { rescheduleOwed } from './jobs.ts';
import { batched, type Batched } from './batch.ts';
import type { MessageState } from './messages.ts';
import { rowsByKey, rowKey } from './row-key.ts';

/** A code on its way into the stock. */
export type NewVoucher = {
  codeIndex: Buffer;
  codeSealed: Buffer;
  /** Whole rupees. */
  amount: number;
};

/** Lines are places in the list, from 1: of codes that stand in it twice, and of codes that were in the stock. */
export type Loaded =
  | { kind: 'loaded'; count: number }
  | { kind: 'refused'; repeatedLines: number[]; knownLines: number[] };

const rowsOfStatement = 5000;

class Refused extends Error {
  readonly knownLines: number[];
  constructor(knownLines: number[]) {
    super('Some voucher codes are in the stock already.');
    this.knownLines = knownLines;
  }
}

/**
 * Loads codes: all of them, or none where one stands in the list twice or is known. In the same transaction the
 * jobs of those who have been waiting for them are woken.
 * @param now wall time, ms
 * @param audit a row for the audit log, in the same transaction
 */
export async function loadVouchers(
  database: Database,
  campaign: string,
  vouchers: readonly NewVoucher[],
  now: number,
  audit?: Audit,
): Promise<Loaded> {
  const lines = vouchers.map((voucher, at) => ({
    ...voucher,
    key: rowKey(voucher.codeIndex),
    line: at + 1,
  }));
  const seen = new Set<string>();
  const repeatedLines = lines.flatMap(({ key, line }) => {
    if (seen.has(key)) return [line];
    seen.add(key);
    return [];
  });
  // In the order of their keys, so that two loads at once wait for each other and do not deadlock.
  const sorted = lines.toSorted((a, b) =>
    a.key === b.key ? a.line - b.line : a.key < b.key ? -1 : 1,
  );
  try {
    await transaction(database, async (connection) => {
      const knownLines: number[] = [];
      for (let at = 0; at < sorted.length; at += rowsOfStatement) {
        const part = sorted.slice(at, at + rowsOfStatement);
        const added = await insert(connection, campaign, part, now);
        knownLines.push(...part.filter(({ key }) => !added.has(key)).map(({ line }) => line));
      }
      const known = knownLines.filter((line) => !repeatedLines.includes(line));
      if (repeatedLines.length > 0 || known.length > 0) throw new Refused(known);
      if (audit) await recordAudit(connection, audit);
      await rescheduleOwed(connection, campaign);
    });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return {
      kind: 'refused',
      repeatedLines,
      knownLines: error.knownLines.toSorted((a, b) => a - b),
    };
  }
  return { kind: 'loaded', count: vouchers.length };
}

async function insert(
  connection: Connection,
  campaign: string,
  vouchers: readonly NewVoucher[],
  now: number,
): Promise<Set<string>> {
  const { rows } = await connection.query<{ code_index: Buffer }>(
    `insert into inaam.voucher (campaign, code_index, code_sealed, amount, loaded_at)
     select $1, code_index, code_sealed, amount, $5
     from unnest($2::bytea[], $3::bytea[], $4::integer[]) as loaded (code_index, code_sealed, amount)
     on conflict do nothing
     returning code_index`,
    [
      campaign,
      vouchers.map((voucher) => voucher.codeIndex),
      vouchers.map((voucher) => voucher.codeSealed),
      vouchers.map((voucher) => voucher.amount),
      new Date(now),
    ],
  );
  return new Set(rows.map((row) => rowKey(row.code_index)));
}

export type Assignment = { messageId: string; /** Wall time, ms. */ now: number };

export type Assigned =
  | { kind: 'assigned'; codeIndex: Buffer; codeSealed: Buffer; /** ms */ assignedAt: number }
  /** No code of that amount is left: the reward stays owed. */
  | { kind: 'noStock'; amount: number }
  /** The message has ended, or there is no such one. */
  | { kind: 'ended'; state: MessageState | 'none' };

type Due = { id: string; state: MessageState; pseudonym: Buffer; amount: number };
type Bound = { pseudonym: Buffer; code_index: Buffer; code_sealed: Buffer; assigned_at: Date };

/**
 * Binds a voucher code of the right amount to the reward of each message, and moves the message from `owed` to
 * `assigned`. A reward that has its code gets the same one again.
 */
export function assignVouchers(
  database: Database,
  campaign: string,
): Batched<Assignment, Assigned> {
  return batched(
    ({ messageId }) => messageId,
    (asked) =>
      transaction(database, async (connection) => {
        // Two workers on one message wait for each other here; the second finds the first one's code.
        const { rows: messages } = await connection.query<Due>(
          `select id, state, pseudonym, amount
           from inaam.message join inaam.reward using (campaign, pseudonym)
           where campaign = $1 and message.kind = 'voucher' and id = any ($2::uuid[])
           order by id for update of message`,
          [campaign, asked.map((item) => item.messageId)],
        );
        const due = messages.filter(({ state }) => state === 'owed' || state === 'assigned');
        const bound = await readBound(connection, campaign, due);
        const open = due.filter(({ pseudonym }) => !bound.has(rowKey(pseudonym)));
        const now = Math.max(...asked.map((item) => item.now));
        for (const [key, row] of await bind(connection, campaign, open, now)) bound.set(key, row);
        await markAssigned(
          connection,
          campaign,
          due.filter(({ state, pseudonym }) => state === 'owed' && bound.has(rowKey(pseudonym))),
        );
        const found = rowsByKey(messages, (row) => row.id);
        return new Map(
          asked.map(({ messageId }) => [messageId, answer(found.get(messageId), bound)]),
        );
      }),
  );
}

function answer(message: Due | undefined, bound: ReadonlyMap<string, Bound>): Assigned {
  if (!message) return { kind: 'ended', state: 'none' };
  const { state, amount } = message;
  if (state !== 'owed' && state !== 'assigned') return { kind: 'ended', state };
  const row = bound.get(rowKey(message.pseudonym));
  if (!row) return { kind: 'noStock', amount };
  return {
    kind: 'assigned',
    codeIndex: row.code_index,
    codeSealed: row.code_sealed,
    assignedAt: row.assigned_at.getTime(),
  };
}

async function readBound(connection: Connection, campaign: string, due: readonly Due[]) {
  const { rows } = await connection.query<Bound>(
    `select pseudonym, code_index, code_sealed, assigned_at from inaam.voucher
     where campaign = $1 and pseudonym = any ($2::bytea[])`,
    [campaign, due.map(({ pseudonym }) => pseudonym)],
  );
  return rowsByKey(rows, (row) => rowKey(row.pseudonym));
}

/** Takes the first free codes of each amount; those that another transaction is taking are passed over. */
async function bind(connection: Connection, campaign: string, open: readonly Due[], now: number) {
  if (open.length === 0) return new Map<string, Bound>();
  const { rows } = await connection.query<Bound>(
    `with wanted as (
       select pseudonym, amount, row_number() over (partition by amount order by pseudonym) as place
       from unnest($2::bytea[], $3::integer[]) as wanted (pseudonym, amount)),
     free as (
       select free.code_index, needed.amount
       from (select amount, count(*) as codes from wanted group by amount) as needed
       cross join lateral (
         select code_index from inaam.voucher
         where campaign = $1 and voucher.amount = needed.amount and pseudonym is null
         order by code_index limit needed.codes for update skip locked) as free),
     taken as (
       select code_index, amount, row_number() over (partition by amount order by code_index) as place
       from free)
     update inaam.voucher set pseudonym = wanted.pseudonym, assigned_at = $4
     from taken join wanted using (amount, place)
     where voucher.campaign = $1 and voucher.code_index = taken.code_index and voucher.pseudonym is null
     returning voucher.pseudonym, voucher.code_index, code_sealed, assigned_at`,
    [
      campaign,
      open.map(({ pseudonym }) => pseudonym),
      open.map(({ amount }) => amount),
      new Date(now),
    ],
  );
  return rowsByKey(rows, (row) => rowKey(row.pseudonym));
}

async function markAssigned(connection: Connection, campaign: string, messages: readonly Due[]) {
  if (messages.length === 0) return;
  // The rows are held. The state stands in a case, not in the condition: there it would draw the planner to the index
  // of all debts where it has no statistics yet.
  await connection.query(
    `update inaam.message set state = case state when 'owed' then 'assigned' else state end
     where campaign = $1 and id = any ($2::uuid[])`,
    [campaign, messages.map(({ id }) => id)],
  );
}

export type Stock = {
  /** Whole rupees. */
  amount: number;
  free: number;
  assigned: number;
  /** Rewards of this amount that wait for a code. */
  owed: number;
};

/** What is in stock and what is owed, by amount, ascending. */
export async function countStock(database: Database, campaign: string): Promise<Stock[]> {
  const { rows } = await database.query<Record<'amount' | 'free' | 'assigned' | 'owed', string>>(
    `with stock as (
       select amount, count(*) filter (where pseudonym is null) as free,
         count(*) filter (where pseudonym is not null) as assigned
       from inaam.voucher where campaign = $1 group by amount),
     owed as (
       select amount, count(*) as owed
       from inaam.message join inaam.reward using (campaign, pseudonym)
       where campaign = $1 and message.kind = 'voucher' and state = 'owed' group by amount)
     select amount, coalesce(free, 0) as free, coalesce(assigned, 0) as assigned, coalesce(owed, 0) as owed
     from stock full join owed using (amount) order by amount`,
    [campaign],
  );
  return rows.map((row) => ({
    amount: Number(row.amount),
    free: Number(row.free),
    assigned: Number(row.assigned),
    owed: Number(row.owed),
  }));
}

/** How many rewards wait for a code, by amount. */
export async function countOwed(
  database: Database,
  campaign: string,
): Promise<Map<number, number>> {
  const { rows } = await database.query<{ amount: number; owed: string }>(
    `select amount, count(*) as owed
     from inaam.message join inaam.reward using (campaign, pseudonym)
     where campaign = $1 and message.kind = 'voucher' and state = 'owed' group by amount`,
    [campaign],
  );
  return new Map(rows.map((row) => [row.amount, Number(row.owed)]));
}

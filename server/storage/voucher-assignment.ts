// Assignments are permanent; constraints ensure one reward per code and one code per reward.
import { batched, type Batched } from './batch.ts';
import { transaction, type Connection, type Database } from './database.ts';
import type { MessageState } from './messages.ts';
import { rowKey, rowsByKey } from './row-key.ts';

export type Assignment = { messageId: string; /** Wall time, ms. */ now: number };

export type Assigned =
  | { kind: 'assigned'; codeIndex: Buffer; codeSealed: Buffer; assignedAt: number }
  /** The reward stays owed. */
  | { kind: 'noStock'; amount: number }
  /** The message has ended, or does not exist. */
  | { kind: 'ended'; state: MessageState | 'none' };

type VoucherMessage = { id: string; state: MessageState; pseudonym: Buffer; amount: number };
type Voucher = { pseudonym: Buffer; code_index: Buffer; code_sealed: Buffer; assigned_at: Date };

/** Moves each message from `owed` to `assigned`. Idempotent: a reward keeps its code. */
export function assignVouchers(
  database: Database,
  campaign: string,
): Batched<Assignment, Assigned> {
  return batched(
    ({ messageId }) => messageId,
    (assignments) =>
      transaction(database, async (connection) => {
        const ids = assignments.map(({ messageId }) => messageId);
        const messages = await lockMessages(connection, campaign, ids);
        const due = messages.filter(({ state }) => state === 'owed' || state === 'assigned');
        const vouchers = await readVouchers(connection, campaign, due);
        const open = due.filter(({ pseudonym }) => !vouchers.has(rowKey(pseudonym)));
        const now = Math.max(...assignments.map((item) => item.now));
        for (const [amount, rewards] of Map.groupBy(open, (message) => message.amount)) {
          const pseudonyms = rewards.map(({ pseudonym }) => pseudonym);
          const assigned = await assignCodes(connection, campaign, amount, pseudonyms, now);
          for (const voucher of assigned) vouchers.set(rowKey(voucher.pseudonym), voucher);
        }
        const assigned = due.filter(({ pseudonym }) => vouchers.has(rowKey(pseudonym)));
        await markAssigned(connection, campaign, assigned);
        const byId = rowsByKey(messages, (message) => message.id);
        return new Map(ids.map((id) => [id, answerOf(byId.get(id), vouchers)]));
      }),
  );
}

/** Of two workers on one message the second waits, then finds the first one's code. */
async function lockMessages(
  connection: Connection,
  campaign: string,
  ids: readonly string[],
): Promise<VoucherMessage[]> {
  const { rows } = await connection.query<VoucherMessage>(
    `select id, state, pseudonym, amount
     from inaam.message join inaam.reward using (campaign, pseudonym)
     where campaign = $1 and message.kind = 'voucher' and id = any ($2::uuid[])
     order by id for update of message`,
    [campaign, ids],
  );
  return rows;
}

function answerOf(
  message: VoucherMessage | undefined,
  vouchers: ReadonlyMap<string, Voucher>,
): Assigned {
  if (!message) return { kind: 'ended', state: 'none' };
  const { state, amount } = message;
  if (state !== 'owed' && state !== 'assigned') return { kind: 'ended', state };
  const voucher = vouchers.get(rowKey(message.pseudonym));
  if (!voucher) return { kind: 'noStock', amount };
  return {
    kind: 'assigned',
    codeIndex: voucher.code_index,
    codeSealed: voucher.code_sealed,
    assignedAt: voucher.assigned_at.getTime(),
  };
}

async function readVouchers(
  connection: Connection,
  campaign: string,
  messages: readonly VoucherMessage[],
): Promise<Map<string, Voucher>> {
  const { rows } = await connection.query<Voucher>(
    `select pseudonym, code_index, code_sealed, assigned_at from inaam.voucher
     where campaign = $1 and pseudonym = any ($2::bytea[])`,
    [campaign, messages.map(({ pseudonym }) => pseudonym)],
  );
  return rowsByKey(rows, (row) => rowKey(row.pseudonym));
}

/** Pairs free codes and rewards in order; codes locked by others are skipped. */
async function assignCodes(
  connection: Connection,
  campaign: string,
  amount: number,
  pseudonyms: readonly Buffer[],
  now: number,
): Promise<Voucher[]> {
  const { rows } = await connection.query<Voucher>(
    `with free as materialized (
       select code_index from inaam.voucher
       where campaign = $1 and amount = $2 and pseudonym is null
       order by code_index limit cardinality($3::bytea[]) for update skip locked),
     code as (
       select code_index, row_number() over (order by code_index) as place from free)
     update inaam.voucher set pseudonym = reward.pseudonym, assigned_at = $4
     from code join unnest($3::bytea[]) with ordinality as reward (pseudonym, place) using (place)
     where voucher.campaign = $1 and voucher.code_index = code.code_index and voucher.pseudonym is null
     returning voucher.pseudonym, voucher.code_index, code_sealed, assigned_at`,
    [campaign, amount, pseudonyms, new Date(now)],
  );
  return rows;
}

async function markAssigned(
  connection: Connection,
  campaign: string,
  messages: readonly VoucherMessage[],
): Promise<void> {
  const owed = messages.filter(({ state }) => state === 'owed');
  if (owed.length === 0) return;
  // The rows are locked. The state is in a `case`, not in the condition, where a planner without
  // statistics would choose the index of all unfinished messages.
  await connection.query(
    `update inaam.message set state = case state when 'owed' then 'assigned' else state end
     where campaign = $1 and id = any ($2::uuid[])`,
    [campaign, owed.map(({ id }) => id)],
  );
}

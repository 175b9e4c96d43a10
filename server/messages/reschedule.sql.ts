// Makes waiting messages due sooner. No statement waits for a lock, and none touches a message that
// is being sent.
import {
  longStatement,
  transaction,
  type Connection,
  type Database,
} from '../database/database.ts';
import { lookUpByKeys } from '../database/read-only.ts';
import type { SmsKind } from '@inaam/campaigns/sms/sms-template.ts';
import { prepared } from '../database/batches/batch.ts';
import { isUnsent, pauseMaxSeconds, priorities } from './outbox.sql.ts';

/** Maximum per run: a fast provider's rate for a minute. */
const vouchersMax = 10_000;
const aheadMax = 2000;
const scanMs = 20_000;

/** SQL: no process is sending the message, and it is not held. */
const isWaiting = `${isUnsent} and due_at > now() and due_at < 'infinity'
  and leased_until is null`;

/**
 * Makes vouchers that wait for a code due now, oldest first, as many as there are free codes of
 * their amount.
 * @param promisedUntil `YYYY-MM-DD`: a code that expires sooner is not assigned
 * @returns how many
 */
export async function rescheduleOwed(
  connection: Connection,
  campaign: string,
  promisedUntil: string,
): Promise<number> {
  await lookUpByKeys(connection);
  // Otherwise all vouchers might be read and sorted to find the oldest that are owed.
  await connection.query(`set local enable_sort = off; set local statement_timeout = ${scanMs}`);
  const { rowCount } = await connection.query(
    longStatement(
      `with stock as materialized (
       select amount, free.codes
       from (select distinct amount from inaam.budget where campaign = $1 offset 0) as paid
       cross join lateral (
         select count(*) as codes from (
           select from inaam.voucher
           where campaign = $1 and voucher.amount = paid.amount and pseudonym is null
             and withdrawn_at is null and expires_on >= $3 limit $2) as first) as free),
     owed as materialized (
       select oldest.id from stock
       cross join lateral (
         select id from inaam.message
         where campaign = $1 and kind = 'voucher' and state = 'owed'
           and voucher_amount = stock.amount and ${isNotHeld}
         order by owed_at limit codes) as oldest),
     waiting as materialized (
       select id from inaam.message
       where id = any (array(select id from owed)) and state = 'owed' and ${isWaiting}
       limit $2 for update skip locked)
     update inaam.message set due_at = clock_timestamp(), attempts = 0
     from waiting
     where message.id = any (array(select id from waiting)) and message.id = waiting.id
     returning message.id`,
      [campaign, vouchersMax, promisedUntil],
      scanMs,
    ),
  );
  return rowCount ?? 0;
}

/**
 * Covers stock that arrived while a voucher was being tried, and the remainder of an earlier run.
 * Uses separate transactions.
 */
export async function rescheduleAllOwed(
  database: Database,
  campaign: string,
  promisedUntil: string,
): Promise<void> {
  let moved: number;
  do {
    moved = await transaction(database, (connection) =>
      rescheduleOwed(connection, campaign, promisedUntil),
    );
  } while (moved === vouchersMax);
}

/** The longest wait for the hours in which an SMS may be sent: one night. */
const hoursMax = '14 hours';

/**
 * Makes messages due now whose time is later than any pause explains: they were written before the
 * database's clock was set back, and would wait until it has caught up.
 */
export async function rescheduleAhead(database: Database, campaign: string): Promise<void> {
  await database.query(
    `update inaam.message set due_at = clock_timestamp()
     where id = any (array(
       select id from inaam.message
       where campaign = $1 and ${isUnsent} and due_at < 'infinity'
         and due_at > now() + interval '1 minute' + interval '1 second' * case kind
           when 'otp' then ${pauseMaxSeconds.otp} else ${pauseMaxSeconds.voucher} end
         and not (kind = 'voucher' and state = 'assigned' and attempts = 0
           and due_at <= now() + interval '${hoursMax}')
       limit $2 for update skip locked))`,
    [campaign, aheadMax],
  );
}

/**
 * SQL: the voucher of the row `message` is not held; `$1` is the campaign. A subquery
 * per row, because `not exists` could be planned as a join that reads all holds.
 */
export const isNotHeld = `coalesce((
  select hold.state from inaam.voucher_hold as hold
  where hold.campaign = $1 and hold.pseudonym = message.pseudonym limit 1), 'released') = 'released'`;

/** @returns a function that tells how many ms from now the first message of a kind is due */
export function firstDue(
  database: Database,
  campaign: string,
): () => Promise<{ kind: SmsKind; ms: number }[]> {
  const kinds: readonly SmsKind[] = ['otp', 'voucher'];
  return async () => {
    const values = [campaign, kinds, priorities];
    const { rows } = await database.query<{ kind: SmsKind; ms: number }>(prepared(dueText, values));
    return rows;
  };
}

const dueText = `
  select known.kind, min(extract(epoch from due_at - now()) * 1000)::float8 as ms
  from unnest($2::text[]) as known (kind) cross join unnest($3::integer[]) as look (priority)
  cross join lateral (
    select due_at from inaam.message
    where campaign = $1 and message.kind = known.kind and ${isUnsent}
      and message.priority = look.priority and due_at < 'infinity'
    order by due_at limit 1) as first
  group by known.kind`;

import { batched, type Batched, prepared } from '../database/batches/batch.ts';
import type { Database } from '../database/database.ts';
import { isUnclear } from './failure-reasons.rules.ts';
import { hourMs } from '../platform/period.rules.ts';

/** The provider's final word on a message that it accepted. */
export type StoredReceipt = {
  path: string;
  /** The provider's reference, or the message's id. */
  reference: string;
  /** Of the number that the receipt names. */
  mobileIndex?: Buffer | undefined;
  /** Wall time, ms. */
  at: number;
} & ({ outcome: 'delivered' } | { outcome: 'undelivered'; reason: string });

/** Stores each receipt once, however often it arrives. `applyReceipts` applies them. */
export function storeReceipts(
  database: Database,
  campaign: string,
): Batched<StoredReceipt, 'stored'> {
  return batched<StoredReceipt, 'stored'>(keyOf, async (receipts) => {
    await insertReceipts(database, campaign, receipts);
    return new Map(receipts.map((receipt) => [keyOf(receipt), 'stored']));
  });
}

/**
 * Stores the distinct receipts of one call together: any number of single ones would fill the
 * queue.
 */
export function storeReceiptsOfCall(
  database: Database,
  campaign: string,
): (receipts: readonly StoredReceipt[]) => Promise<void> {
  const store = storeReceipts(database, campaign);
  return async (receipts) => {
    const [first, ...more] = receipts;
    if (first && more.length === 0) await store.one(first);
    // In the order of the batches, so that no two transactions deadlock.
    else await insertReceipts(database, campaign, receipts.toSorted(byKey));
  };
}

async function insertReceipts(
  database: Database,
  campaign: string,
  receipts: readonly StoredReceipt[],
): Promise<void> {
  await database.query(
    prepared(
      `insert into inaam.sms_receipt
         (campaign, path, reference, outcome, reason, at, due_at, mobile_index)
       select $1, path, reference, outcome, reason, at, at, mobile_index
       from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::timestamptz[], $7::bytea[])
         as receipt (path, reference, outcome, reason, at, mobile_index)
       on conflict do nothing`,
      [
        campaign,
        receipts.map(({ path }) => path),
        receipts.map(({ reference }) => reference),
        receipts.map(({ outcome }) => outcome),
        receipts.map((receipt) => ('reason' in receipt ? receipt.reason : null)),
        receipts.map(({ at }) => new Date(at)),
        receipts.map(({ mobileIndex }) => mobileIndex ?? null),
      ],
    ),
  );
}

const keyOf = ({ path, reference, outcome }: StoredReceipt) =>
  JSON.stringify([path, reference, outcome]);

const byKey = (a: StoredReceipt, b: StoredReceipt) => (keyOf(a) < keyOf(b) ? -1 : 1);

const receiptsMax = 500;

/**
 * `$1` is the time, `$2` the maximum number for each campaign. A receipt may come to another
 * campaign's site, and names its message by the provider's reference, or by ours. Where it names
 * neither, as no answer gave the provider's, it is that of its number's message without a clear
 * answer: a minute later, as by then the outcome of whatever else was sent is recorded. A receipt
 * that fits two messages is for neither.
 */
const applyDue = `
  with due as materialized (
    select receipt.*, case when reference ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
                           then reference::uuid end as message_id
    from inaam.commitment cross join lateral (
      select * from inaam.sms_receipt
      where sms_receipt.campaign = commitment.campaign and due_at <= $1
      order by due_at limit $2 for update skip locked) as receipt),
  named as materialized (
    select number, message.id
    from due cross join lateral (
      select id from inaam.commitment cross join lateral (
        select id from inaam.message
        where message.campaign = commitment.campaign and provider_reference = due.reference
          and message.path = due.path) as referred
      union
      select id from inaam.message
      where id = due.message_id and message.path = due.path and resends = 0) as message),
  numbered as (
    select number, message.id
    from due
    cross join lateral (
      select id, state, reason from inaam.message
      where mobile_index = due.mobile_index and message.campaign = due.campaign and path = due.path
      union all
      select message.id, message.state, message.reason
      from inaam.participation join inaam.message using (campaign, pseudonym)
      where participation.campaign = due.campaign and participation.mobile_index = due.mobile_index
        and message.kind = 'voucher' and path = due.path) as message
    where at < $1 - interval '1 minute' and number not in (select number from named)
      and (state in ('owed', 'assigned') or state = 'failed' and message.reason ~ '${isUnclear.source}')
      and exists (
        select from inaam.delivery
        where message_id = message.id and outcome = 'unknown' and delivery.at <= due.at)),
  found as materialized (
    select number, (array_agg(id))[1] as id
    from (select * from named union all select * from numbered) as message
    group by number having count(*) = 1),
  heard as materialized (
    select distinct on (id) id, due.number, outcome, reason, at
    from found join due using (number)
    order by id, (outcome = 'delivered') desc, due.number),
  locked as materialized (
    select id, state, reason from inaam.message where id in (select id from heard)
    order by id for no key update),
  changed as (
    update inaam.message set
      state = case heard.outcome when 'delivered' then 'delivered' else 'failed' end,
      sent_at = coalesce(sent_at, heard.at), ended_at = heard.at, code_sealed = null,
      reason = heard.reason
    from heard join locked using (id)
    where message.id = heard.id
      and (case heard.outcome when 'delivered' then locked.state in ('owed', 'assigned', 'sent', 'failed')
           else locked.state = 'sent' or (locked.state = 'failed' and locked.reason ~ '${isUnclear.source}') end)
    returning message.id, message.kind, message.state, message.reason, message.path, message.ended_at),
  logged as (
    insert into inaam.delivery (message_id, at, outcome, reason, path)
    select id, ended_at, case state when 'failed' then 'undelivered' else state end, reason, path
    from changed),
  done as (
    select number from found join locked using (id) join due using (number)
    where outcome = 'delivered' or locked.state not in ('owed', 'assigned')),
  deleted as (delete from inaam.sms_receipt where number in (select number from done)),
  later as (
    update inaam.sms_receipt
    set due_at = $1 + least(greatest($1 - at, interval '2 seconds'), interval '1 hour')
    where number in (select number from due) and number not in (select number from done))
  select (select count(*) from due) as due, failed.id, failed.reason
  from (select 1) as one
  left join (select id, reason from changed where kind = 'voucher' and state = 'failed') as failed on true`;

/**
 * Applies due receipts. `delivered` is final: a late, repeated or misordered receipt never reverts
 * it, and it also ends a message that may have been accepted. A receipt whose message is unknown or
 * not sent yet is tried again after two seconds, and then less and less often. A resent message has
 * a new id, so a receipt of the first SMS is not mistaken for one of the second.
 * @param now ms
 * @returns how many were due, and for which vouchers the delivery failed
 */
export async function applyReceipts(
  database: Database,
  now: number,
): Promise<{ due: number; failed: { id: string; reason: string }[] }> {
  const { rows } = await database.query<{ due: string; id: string | null; reason: string | null }>(
    prepared(applyDue, [new Date(now), receiptsMax]),
  );
  return {
    due: Number(rows[0]?.due ?? 0),
    failed: rows.flatMap(({ id, reason }) => (id === null ? [] : [{ id, reason: reason ?? '' }])),
  };
}

/** The reason of a sent voucher for which no receipt came. */
export const noReceipt = 'no receipt';

/**
 * Marks vouchers that were sent before a moment and have no receipt.
 * @param paths those that send receipts
 * @returns how many
 */
export async function markWithoutReceipt(
  database: Database,
  campaign: string,
  paths: readonly string[],
  sentBefore: number,
): Promise<number> {
  const { rowCount } = await database.query(
    `update inaam.message set reason = '${noReceipt}'
     where id in (
       select id from inaam.message
       where campaign = $1 and path = any ($2::text[]) and sent_at < $3
         and kind = 'voucher' and state = 'sent' and path is not null and reason is null
       order by id limit 2000 for no key update skip locked)`,
    [campaign, paths, new Date(sentBefore)],
  );
  return rowCount ?? 0;
}

// Delivery receipts that could not be read or match no message, for `doctor`.
const weekMs = 7 * 86_400_000;

/** Counts unreadable receipts for `readReceiptFaults`. */
export const noteUnread =
  (database: Database, campaign: string) =>
  async (path: string, reason: string, at: number, times = 1): Promise<void> => {
    await database.query(
      prepared(
        `insert into inaam.sms_unread (campaign, path, reason, times, last_at)
         values ($1, $2, $3, $4, $5)
         on conflict (campaign, path, reason) do update set
           times = inaam.count_up(
             case when sms_unread.last_at < excluded.last_at - $6 * interval '1 ms' then 0 else sms_unread.times end,
             excluded.times),
           last_at = greatest(sms_unread.last_at, excluded.last_at)`,
        [campaign, path, reason, times, new Date(at), weekMs],
      ),
    );
  };

export type ReceiptFaults = {
  unread: { path: string; reason: string; times: number }[];
  /** Receipts for which no message was found within an hour. */
  unmatched: number;
};

/** Faults of the last week. @param now wall time, ms */
export async function readReceiptFaults(
  database: Database,
  campaign: string,
  now: number,
): Promise<ReceiptFaults> {
  const { rows: unread } = await database.query<ReceiptFaults['unread'][number]>(
    `select path, reason, times from inaam.sms_unread
     where campaign = $1 and last_at > $2 order by path, reason`,
    [campaign, new Date(now - weekMs)],
  );
  const { rows } = await database.query<{ count: string }>(
    `select count(*) as count from (
       select from inaam.sms_receipt where campaign = $1 and at between $2 and $3 limit 10000) as old`,
    [campaign, new Date(now - weekMs), new Date(now - hourMs)],
  );
  return { unread, unmatched: Number(rows[0]?.count) };
}

import { batched, type Batched } from '../../batches/batch.ts';
import { prepared } from '../../batches/prepared.ts';
import type { Database } from '../../database.ts';

/** The provider's final word on a message that it accepted. */
export type StoredReceipt = {
  path: string;
  /** The provider's reference, or the message's id. */
  reference: string;
  /** Wall time, ms. */
  at: number;
} & (
  | { outcome: 'delivered' }
  | { outcome: 'undelivered'; reason: string; tryAgain: 'yes' | 'no' | 'mended' }
);

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

/** Stores distinct receipts of one call, however many: a queue of single ones would be full. */
export function storeReceiptsOfCall(
  database: Database,
  campaign: string,
): (receipts: readonly StoredReceipt[]) => Promise<void> {
  const store = storeReceipts(database, campaign);
  return async (receipts) => {
    const [first, ...more] = receipts;
    if (first && more.length === 0) await store.one(first);
    // In the order of the batches, so that no two transactions wait for each other.
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
      `insert into inaam.sms_receipt (campaign, path, reference, outcome, reason, try_again, at, due_at)
       select $1, path, reference, outcome, reason, try_again, at, at
       from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::timestamptz[])
         as receipt (path, reference, outcome, reason, try_again, at)
       on conflict do nothing`,
      [
        campaign,
        receipts.map(({ path }) => path),
        receipts.map(({ reference }) => reference),
        receipts.map(({ outcome }) => outcome),
        receipts.map((receipt) => ('reason' in receipt ? receipt.reason : null)),
        receipts.map((receipt) => ('tryAgain' in receipt ? receipt.tryAgain : null)),
        receipts.map(({ at }) => new Date(at)),
      ],
    ),
  );
}

const keyOf = ({ path, reference, outcome }: StoredReceipt) =>
  JSON.stringify([path, reference, outcome]);

const byKey = (a: StoredReceipt, b: StoredReceipt) => (keyOf(a) < keyOf(b) ? -1 : 1);

const weekMs = 7 * 86_400_000;

/** Counts receipts that were not understood, for `readReceiptFaults`. @param at wall time, ms */
export const noteUnread =
  (database: Database, campaign: string) =>
  async (path: string, reason: string, at: number, times = 1): Promise<void> => {
    await database.query(
      prepared(
        `insert into inaam.sms_unread (campaign, path, reason, times, last_at)
         values ($1, $2, $3, $4, $5)
         on conflict (campaign, path, reason) do update set
           times = excluded.times
             + case when sms_unread.last_at < excluded.last_at - $6 * interval '1 ms' then 0 else sms_unread.times end,
           last_at = greatest(sms_unread.last_at, excluded.last_at)`,
        [campaign, path, reason, times, new Date(at), weekMs],
      ),
    );
  };

export type ReceiptFaults = { unread: { path: string; reason: string; times: number }[] };

/** Of the last week. @param now wall time, ms */
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
  return { unread };
}

const receiptsMax = 500;

/**
 * Applies receipts that are due. `delivered` is final: a late, repeated or misordered receipt never
 * reverts it, and it also ends a message that may have been accepted. A receipt whose message is
 * unknown or not sent yet is tried again after two seconds, and then less and less often. A message
 * that is sent again has a new id, so a receipt of the first SMS is not mistaken for one of the
 * second.
 * @param now ms
 * @returns how many were due, and for which vouchers the delivery failed
 */
export async function applyReceipts(
  database: Database,
  campaign: string,
  now: number,
): Promise<{ due: number; failed: { id: string; reason: string }[] }> {
  const { rows } = await database.query<{ due: string; id: string | null; reason: string | null }>(
    prepared(
      `with due as materialized (
         select *, case when reference ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
                        then reference::uuid end as message_id
         from inaam.sms_receipt where campaign = $1 and due_at <= $2
         order by due_at limit $3 for update skip locked),
       found as materialized (
         select due.number, message.id, message.state
         from due cross join lateral (
           select id, state from inaam.message
           where campaign = $1 and provider_reference = due.reference and message.path = due.path
           union
           select id, state from inaam.message
           where campaign = $1 and id = due.message_id and message.path = due.path and resends = 0) as message),
       best as materialized (
         select distinct on (found.id) found.id, due.outcome, due.reason, due.try_again, due.at, due.path
         from found join due using (number)
         order by found.id, (due.outcome = 'delivered') desc, due.number),
       locked as materialized (
         select id, kind, state from inaam.message where id in (select id from best)
         order by id for no key update),
       changed as (
         update inaam.message set
           state = case best.outcome when 'delivered' then 'delivered' else 'failed' end,
           sent_at = coalesce(sent_at, best.at), ended_at = best.at, code_sealed = null,
           reason = best.reason, try_again = best.try_again
         from best join locked using (id)
         where message.id = best.id and message.campaign = $1
           and (case best.outcome when 'delivered' then locked.state in ('owed', 'assigned', 'sent', 'failed')
                else locked.state = 'sent' end)
         returning message.id, message.kind, message.state, message.reason),
       logged as (
         insert into inaam.delivery (message_id, at, outcome, reason, path)
         select id, best.at, best.outcome, best.reason, best.path from best
         where id in (select id from changed)),
       done as (
         select number from found join due using (number)
         where outcome = 'delivered' or state not in ('owed', 'assigned')),
       deleted as (delete from inaam.sms_receipt where number in (select number from done)),
       later as (
         update inaam.sms_receipt
         set due_at = $2 + least(greatest($2 - at, interval '2 seconds'), interval '1 hour')
         where number in (select number from due) and number not in (select number from done))
       select (select count(*) from due) as due, failed.id, failed.reason
       from (select 1) as one
       left join (select id, reason from changed where kind = 'voucher' and state = 'failed') as failed on true`,
      [campaign, new Date(now), receiptsMax],
    ),
  );
  return {
    due: Number(rows[0]?.due ?? 0),
    failed: rows.flatMap(({ id, reason }) => (id === null ? [] : [{ id, reason: reason ?? '' }])),
  };
}

/** Reason of a voucher that was sent and for which no receipt came. */
export const noReceipt = 'no receipt';

/**
 * Marks vouchers that were sent before a moment and for which no receipt has come.
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
    `update inaam.message set reason = '${noReceipt}', try_again = 'yes'
     where id in (
       select id from inaam.message
       where campaign = $1 and path = any ($2::text[]) and sent_at < $3
         and kind = 'voucher' and state = 'sent' and path is not null and reason is null
       order by id limit 2000 for no key update skip locked)`,
    [campaign, paths, new Date(sentBefore)],
  );
  return rowCount ?? 0;
}

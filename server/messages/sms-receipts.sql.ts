import { batched, type Batched, prepared } from '../database/batches/batch.ts';
import type { Database } from '../database/database.ts';

/** The provider's final word on a message that it accepted. */
export type StoredReceipt = {
  path: string;
  /** The provider's reference, or the message's id. */
  reference: string;
  /** Other readings of the reference: the same number in another base, in lower case. */
  readings?: readonly string[];
  /** The numbers that the receipt names: it is for no other number's message. */
  mobileIndexes?: readonly Buffer[];
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
         (campaign, path, reference, outcome, reason, try_again, at, due_at, readings, mobile_indexes)
       select $1, path, reference, outcome, reason, try_again, at, at,
         array(select jsonb_array_elements_text(readings)),
         array(select decode(jsonb_array_elements_text(mobile_indexes), 'hex'))
       from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::timestamptz[],
                   $8::jsonb[], $9::jsonb[])
         as receipt (path, reference, outcome, reason, try_again, at, readings, mobile_indexes)
       on conflict do nothing`,
      [
        campaign,
        receipts.map(({ path }) => path),
        receipts.map(({ reference }) => reference),
        receipts.map(({ outcome }) => outcome),
        receipts.map((receipt) => ('reason' in receipt ? receipt.reason : null)),
        receipts.map((receipt) => ('tryAgain' in receipt ? receipt.tryAgain : null)),
        receipts.map(({ at }) => new Date(at)),
        receipts.map(({ readings = [] }) => JSON.stringify(readings)),
        receipts.map((receipt) => JSON.stringify(indexesOf(receipt))),
      ],
    ),
  );
}

const indexesOf = ({ mobileIndexes = [] }: StoredReceipt) =>
  mobileIndexes.map((index) => index.toString('hex'));

const keyOf = (receipt: StoredReceipt) =>
  JSON.stringify([receipt.path, receipt.reference, receipt.outcome, indexesOf(receipt)]);

const byKey = (a: StoredReceipt, b: StoredReceipt) => (keyOf(a) < keyOf(b) ? -1 : 1);

const receiptsMax = 500;

/**
 * The parts and messages that a receipt may be for, all with its path and its number, if it names
 * one. The distance is 0 for an equal id, 1 if only letter case or leading zeros differ, 2 in
 * another base. All candidates at the nearest distance must be one message.
 */
const candidates = `
  select message.id, part.place,
    case when part.reference = due.reference then 0 when part.plain_reference = due.plain_reference then 1 else 2
    end as distance
  from inaam.message_part as part join inaam.message on message.id = part.message_id
  where part.plain_reference = any (due.plain_reference || due.readings)
    and message.campaign = $1 and message.path = due.path
    and (due.mobile_indexes = '{}' or coalesce(message.mobile_index, (
      select mobile_index from inaam.participant
      where participant.campaign = $1 and participant.pseudonym = message.pseudonym)) = any (due.mobile_indexes))
  union all
  select id, 1, 0 from inaam.message
  where campaign = $1 and provider_reference = due.reference and message.path = due.path
    and not exists (select from inaam.message_part where message_part.message_id = message.id)
  union all
  select id, 1, 0 from inaam.message
  where campaign = $1 and id = due.message_id and message.path = due.path and resends = 0`;

/** `$2` is the time, `$3` the maximum number. */
const applyDue = `
  with due as materialized (
    select *, ltrim(lower(reference), '0') as plain_reference,
      case when reference ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
           then reference::uuid end as message_id
    from inaam.sms_receipt where campaign = $1 and due_at <= $2
    order by due_at limit $3 for update skip locked),
  candidate as materialized (
    select due.number, message.id, message.place, message.distance
    from due cross join lateral (${candidates}) as message
    -- Without a number, another base counts only once the right message's answer must be recorded.
    where distance < 2 or mobile_indexes <> '{}' or at <= $2 - interval '6 seconds'),
  found as materialized (
    select number, id, place
    from (select *, min(distance) over (partition by number) as least from candidate) as nearest
    where distance = least and not exists (
      select from candidate as other
      where other.number = nearest.number and other.distance = least and other.id <> nearest.id)),
  heard as materialized (
    select distinct on (found.id, place)
      found.id, place, due.number, outcome, reason, try_again, at, path
    from found join due using (number)
    order by found.id, place, (outcome = 'delivered') desc, due.number),
  locked as materialized (
    select id, kind, state from inaam.message where id in (select id from heard)
    order by id for no key update),
  part as materialized (
    select part.message_id as id, part.place, part.outcome
    from locked join inaam.message_part as part on part.message_id = locked.id
    order by part.message_id, part.place for no key update of part),
  merged as (
    select id, place, known.outcome as before,
      case when 'delivered' in (known.outcome, heard.outcome) then 'delivered'
           else coalesce(known.outcome, heard.outcome) end as outcome
    from (
      select id, place, outcome from part
      union all
      select id, 1, case state when 'delivered' then state end
      from locked where id not in (select id from part)) as known
    left join heard using (id, place)),
  noted as (
    update inaam.message_part as part set outcome = merged.outcome from merged
    where part.message_id = merged.id and part.place = merged.place
      and merged.outcome is distinct from merged.before),
  verdict as (
    select id, case
      when bool_or(outcome = 'undelivered') then 'failed'
      when count(*) filter (where outcome = 'delivered') = count(*) then 'delivered'
      when count(outcome) = 1 and (array_agg(outcome order by place desc))[1] = 'delivered' then 'delivered'
      end as state
    from merged group by id),
  changed as (
    update inaam.message set
      state = verdict.state, sent_at = coalesce(sent_at, last.at), ended_at = last.at, code_sealed = null,
      reason = case verdict.state when 'failed' then last.reason end,
      try_again = case verdict.state when 'failed' then last.try_again end
    from verdict join locked using (id) join lateral (
      select at, heard.reason, heard.try_again from heard where heard.id = verdict.id
      order by ((outcome = 'delivered') = (verdict.state = 'delivered')) desc, number limit 1) as last on true
    where message.id = verdict.id and message.campaign = $1 and verdict.state <> locked.state
      and (case verdict.state when 'delivered' then locked.state in ('owed', 'assigned', 'sent', 'failed')
           else locked.state in ('sent', 'delivered') end)
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
    set due_at = $2 + least(greatest($2 - at, interval '2 seconds'), interval '1 hour')
    where number in (select number from due) and number not in (select number from done))
  select (select count(*) from due) as due, failed.id, failed.reason
  from (select 1) as one
  left join (select id, reason from changed where kind = 'voucher' and state = 'failed') as failed on true`;

/**
 * Applies due receipts. `delivered` is final for its SMS: a late, repeated or misordered receipt
 * never reverts it, and it also ends a message that may have been accepted. A message of several
 * parts fails if one part fails. It is delivered when all parts are, or when the last is and the
 * others have no receipt, because some SMSCs send no other. A receipt whose message is unknown or
 * not sent yet is tried again after two seconds, and then less and less often. A resent message has
 * a new id, so a receipt of the first SMS is not mistaken for one of the second.
 * @param now ms
 * @returns how many were due, and for which vouchers the delivery failed
 */
export async function applyReceipts(
  database: Database,
  campaign: string,
  now: number,
): Promise<{ due: number; failed: { id: string; reason: string }[] }> {
  const { rows } = await database.query<{ due: string; id: string | null; reason: string | null }>(
    prepared(applyDue, [campaign, new Date(now), receiptsMax]),
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
           times = excluded.times
             + case when sms_unread.last_at < excluded.last_at - $6 * interval '1 ms' then 0 else sms_unread.times end,
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

const hourMs = 3_600_000;

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

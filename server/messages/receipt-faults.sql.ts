// Delivery receipts that could not be read or match no message, for `doctor`.
import { batched, prepared } from '../database/batches/batch.ts';
import type { Database } from '../database/database.ts';

type Unread = { path: string; reason: string; at: number; times: number; number: number };

const weekMs = 7 * 86_400_000;

/** Counts unreadable receipts for `readReceiptFaults`. */
export function noteUnread(
  database: Database,
  campaign: string,
): (path: string, reason: string, at: number, times?: number) => Promise<'noted'> {
  const note = batched<Unread, 'noted'>(keyOfUnread, async (unread) => {
    await database.query(
      prepared(
        `insert into inaam.sms_unread (campaign, path, reason, times, last_at)
         select $1, path, reason, sum(times), max(at)
         from unnest($2::text[], $3::text[], $4::timestamptz[], $6::integer[])
           as unread (path, reason, at, times)
         group by path, reason order by path, reason
         on conflict (campaign, path, reason) do update set
           times = excluded.times
             + case when sms_unread.last_at < excluded.last_at - $5 * interval '1 ms' then 0 else sms_unread.times end,
           last_at = greatest(sms_unread.last_at, excluded.last_at)`,
        [
          campaign,
          unread.map(({ path }) => path),
          unread.map(({ reason }) => reason),
          unread.map(({ at }) => new Date(at)),
          weekMs,
          unread.map(({ times }) => times),
        ],
      ),
    );
    return new Map(unread.map((one) => [keyOfUnread(one), 'noted']));
  });
  let number = 0;
  return (path, reason, at, times = 1) =>
    note.one({ path, reason, at, times, number: (number += 1) });
}

/** Each counts, even if it equals another. */
const keyOfUnread = ({ number }: Unread) => String(number);

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

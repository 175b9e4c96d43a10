// Delivery receipts that could not be read or match no message, for `doctor`.
import { prepared } from '../database/batches/batch.ts';
import type { Database } from '../database/database.ts';

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

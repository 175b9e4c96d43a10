// The outbox of the web hooks. An event of a participant waits for the one before it.
import type { Database } from '../database.ts';
import { prepared } from '../batches/prepared.ts';

/** Times in ms, amount in whole rupees. */
export type WebhookEvent = {
  number: number;
  id: string;
  type: string;
  pseudonym: Buffer;
  amount: number | undefined;
  messageId: string | undefined;
  at: number;
  queuedAt: number;
  /** With the one that it was taken for. */
  tries: number;
};

/**
 * From now on events are written, or no longer. What is waiting stays.
 * @param host the receiver's; undefined: there is none
 */
export async function setWebhook(
  database: Database,
  campaign: string,
  host: string | undefined,
  now: number,
): Promise<void> {
  if (host === undefined) {
    await database.query('delete from inaam.webhook where campaign = $1', [campaign]);
    return;
  }
  await database.query(
    `insert into inaam.webhook (campaign, host, since) values ($1, $2, $3)
     on conflict (campaign) do update set host = excluded.host where webhook.host <> excluded.host`,
    [campaign, host, new Date(now)],
  );
}

/**
 * Takes events that are due, for as long as the lease lasts: a process that dies with them leaves
 * them to another one, which sends them again.
 */
export async function takeEvents(
  database: Database,
  campaign: string,
  { now, leaseMs, most }: { now: number; leaseMs: number; most: number },
): Promise<WebhookEvent[]> {
  const { rows } = await database.query<{
    number: string;
    id: string;
    type: string;
    pseudonym: Buffer;
    amount: number | null;
    message_id: string | null;
    at: Date;
    queued_at: Date;
    tries: number;
  }>(
    prepared(
      `with due as materialized (
         select number from inaam.webhook_event as event
         where campaign = $1 and failed_at is null and due_at <= $2
           and not exists (
             select from inaam.webhook_event as earlier
             where earlier.campaign = $1 and earlier.pseudonym = event.pseudonym
               and earlier.number < event.number and earlier.failed_at is null)
         order by due_at, number limit $4 for update skip locked)
       update inaam.webhook_event set due_at = $3, tries = tries + 1
       from due where webhook_event.number = due.number
       returning webhook_event.number, id, type, pseudonym, amount, message_id, at, queued_at, tries`,
      [campaign, new Date(now), new Date(now + leaseMs), most],
    ),
  );
  return rows.map(({ number, message_id, at, queued_at, amount, ...row }) => ({
    ...row,
    number: Number(number),
    amount: amount ?? undefined,
    messageId: message_id ?? undefined,
    at: at.getTime(),
    queuedAt: queued_at.getTime(),
  }));
}

/** `dueAt` undefined: it is not tried again. Times in ms. */
export type FailedTry = { number: number; reason: string; dueAt: number | undefined };

/** What the receiver has taken is deleted. */
export async function recordTries(
  database: Database,
  { taken, failed, now }: { taken: readonly number[]; failed: readonly FailedTry[]; now: number },
): Promise<void> {
  await database.query(
    prepared(
      `with deleted as (delete from inaam.webhook_event where number = any ($1::bigint[]))
       update inaam.webhook_event
       set reason = failed.reason, due_at = coalesce(failed.due_at, webhook_event.due_at),
         failed_at = case when failed.due_at is null then $5::timestamptz end
       from unnest($2::bigint[], $3::text[], $4::timestamptz[]) as failed (number, reason, due_at)
       where webhook_event.number = failed.number and webhook_event.failed_at is null`,
      [
        taken,
        failed.map(({ number }) => number),
        failed.map(({ reason }) => reason),
        failed.map(({ dueAt }) => (dueAt === undefined ? null : new Date(dueAt))),
        new Date(now),
      ],
    ),
  );
}

// The outbox of the webhooks. An event waits for earlier events of the same participant.
import { type Database, transaction, ms } from '@inaam/server/database/database.ts';
import { prepared } from '@inaam/server/database/batches/batch.ts';
import { recordAudit, type Audit, type Operator } from '@inaam/server/database/audit-log.ts';
import { onlyRow } from '@inaam/server/database/read-only.ts';

/**
 * Times in ms, amount in whole rupees. State, source and language as the console's figures have
 * them (`inaam.figure_origin`).
 */
export type WebhookEvent = {
  number: number;
  id: string;
  type: string;
  pseudonym: Buffer;
  amount: number | null;
  state: string | null;
  source: string | null;
  language: string | null;
  messageId: string | null;
  at: number;
  queuedAt: number;
  /** Including the present one. */
  tries: number;
};

type EventRow = WebhookEvent & { isFirst: boolean };

/** How many rows one statement reads for each event that it may take. */
const seenPerEvent = 8;

/**
 * Leases due events. If the process dies, another one sends them after the lease. Events behind a
 * waiting one are postponed with it, so that they are not read repeatedly; `recordTries` makes them
 * due again.
 */
export async function takeEvents(
  database: Database,
  campaign: string,
  { now, leaseMs, max }: { now: number; leaseMs: number; max: number },
): Promise<WebhookEvent[]> {
  const seenMax = max * seenPerEvent;
  const leaseEnd = new Date(now + leaseMs);
  // Locked rows are skipped and nothing waits, so there is no deadlock in any order.
  const query = prepared(
    `with seen as materialized (
       select number, pseudonym, due_at from inaam.webhook_event
       where campaign = $1 and failed_at is null and due_at <= $2
       order by due_at, number limit $5 for update skip locked),
     placed as materialized (
       select seen.number, earlier.count = 0 as is_first, earlier.due_at,
         row_number() over (partition by earlier.count = 0 order by seen.due_at, seen.number) as place
       from seen cross join lateral (
         select count(*), max(due_at) as due_at from inaam.webhook_event as event
         where event.campaign = $1 and event.pseudonym = seen.pseudonym
           and event.number < seen.number and event.failed_at is null) as earlier),
     taken as (
     update inaam.webhook_event
     set due_at = greatest($3, placed.due_at), tries = tries + is_first::integer
     from placed
     where webhook_event.number = placed.number and (not is_first or place <= $4)
     returning webhook_event.number, id, type, pseudonym, amount, message_id, at, queued_at, tries,
       is_first)
     select number::float8, id, type, pseudonym, amount, state,
       nullif(source, '(unknown)') as source, nullif(language, '(unknown)') as language,
       message_id as "messageId", ${ms('at')} as at, ${ms('queued_at')} as "queuedAt", tries,
       is_first as "isFirst"
     from taken left join lateral inaam.figure_origin($1, null, pseudonym) on is_first`,
    [campaign, new Date(now), leaseEnd, max, seenMax],
  );
  for (;;) {
    const { rows } = await database.query<EventRow>(query);
    const first = rows.filter(({ isFirst }) => isFirst);
    if (first.length > 0 || rows.length < seenMax) return first;
  }
}

/** `dueAt` undefined: not tried again. Times in ms. */
export type FailedTry = { number: number; reason: string; dueAt: number | undefined };

/**
 * Deletes events that the receiver accepted. Later events of a participant wait at least as long as
 * one that is retried; after a failed one, the next is due at once.
 */
export async function recordTries(
  database: Database,
  { taken, failed, now }: { taken: readonly number[]; failed: readonly FailedTry[]; now: number },
): Promise<void> {
  // All rows are locked first, in one order, so that two processes cannot deadlock. A later event
  // written at the same time is not seen; it waits at most until the lease ends.
  await database.query(
    prepared(
      `with locked as materialized (
         select event.number, event.number = tried.number as is_tried,
           tried.number as tried, tried.reason, tried.due_at
         from unnest($1::bigint[], $2::text[], $3::timestamptz[]) as tried (number, reason, due_at)
         join inaam.webhook_event as first
           on first.number = tried.number and first.failed_at is null
         join inaam.webhook_event as event
           on event.campaign = first.campaign and event.pseudonym = first.pseudonym
             and event.number >= first.number and event.failed_at is null
         -- No test can see this lock: it orders those of the statement itself.
         order by event.number for update of event),
       placed as materialized (
         select *, row_number() over (partition by tried, is_tried order by number) as place
         from locked),
       deleted as (
         delete from inaam.webhook_event using placed
         where webhook_event.number = placed.number and is_tried and placed.reason is null)
       update inaam.webhook_event
       set reason = case when is_tried then placed.reason else webhook_event.reason end,
         failed_at = case when is_tried and placed.due_at is null then $4::timestamptz end,
         due_at = case
           when placed.due_at is null then $4
           when is_tried then placed.due_at
           else greatest(webhook_event.due_at, placed.due_at) end
       from placed
       where webhook_event.number = placed.number
         and case when is_tried then placed.reason is not null
           else placed.due_at is not null or place = 1 end`,
      [
        [...taken, ...failed.map(({ number }) => number)],
        [...taken.map(() => null), ...failed.map(({ reason }) => reason)],
        [
          ...taken.map(() => null),
          ...failed.map(({ dueAt }) => (dueAt === undefined ? null : new Date(dueAt))),
        ],
        new Date(now),
      ],
    ),
  );
}

// Whether events are recorded. It is a setting of the campaign, so that no program decides it for
// others.

/** Waiting events remain. @returns whether anything changed */
export function setRecording(
  database: Database,
  { isOn, audit }: { isOn: boolean; audit: Audit },
): Promise<boolean> {
  const { campaign, operator } = audit;
  return transaction(database, async (connection) => {
    const { rowCount } = isOn
      ? await connection.query(
          'insert into inaam.webhook (campaign, since) values ($1, $2) on conflict do nothing',
          [campaign, new Date(operator.at)],
        )
      : await connection.query('delete from inaam.webhook where campaign = $1', [campaign]);
    if (rowCount === 0) return false;
    await recordAudit(connection, audit);
    return true;
  });
}

/** Undefined while no events are recorded; `since` in ms. */
export type Recording = { since: number } | undefined;

export async function readRecording(database: Database, campaign: string): Promise<Recording> {
  const { rows } = await database.query<NonNullable<Recording>>(
    `select ${ms('since')} as since from inaam.webhook where campaign = $1`,
    [campaign],
  );
  return rows[0];
}

// What an operator sees of them and can resend.

/** Times in ms. */
export type WebhookState = {
  recording: Recording;
  waiting: number;
  /** How many waiting events were not accepted at the first try. */
  retried: number;
  oldestAt: number | null;
  failed: number;
};

export async function readWebhookState(
  database: Database,
  campaign: string,
): Promise<WebhookState> {
  const { rows } = await database.query<Omit<WebhookState, 'recording'>>(
    `select (count(*) filter (where failed_at is null))::integer as waiting,
       (count(*) filter (where failed_at is null and reason is not null))::integer as retried,
       ${ms('min(at) filter (where failed_at is null)')} as "oldestAt",
       (count(*) filter (where failed_at is not null))::integer as failed
     from inaam.webhook_event where campaign = $1`,
    [campaign],
  );
  return { recording: await readRecording(database, campaign), ...onlyRow({ rows }) };
}

/**
 * Makes all events that the receiver did not accept, waiting or failed, due now, with retries for
 * three more days. An audit row is in the same transaction.
 * @returns how many
 */
export function retryEvents(
  database: Database,
  campaign: string,
  operator: Operator,
): Promise<number> {
  return transaction(database, async (connection) => {
    const { rowCount } = await connection.query(
      `update inaam.webhook_event set failed_at = null, queued_at = $2, due_at = $2, tries = 0
       where number in (
         select number from inaam.webhook_event
         where campaign = $1 and reason is not null order by number for update)`,
      [campaign, new Date(operator.at)],
    );
    const count = rowCount ?? 0;
    if (count === 0) return 0;
    const audit = { campaign, command: 'webhooks retry', operator, details: { count } };
    await recordAudit(connection, audit);
    return count;
  });
}

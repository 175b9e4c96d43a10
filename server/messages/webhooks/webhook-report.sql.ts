// What an operator sees of the web hooks and can resend.
import { recordAudit, type Audit } from '../../database/audit-log.ts';
import { ms } from '../../database/columns.ts';
import { transaction, type Database } from '../../database/database.ts';
import { onlyRow } from '../../database/read-only.ts';
import { readRecording, type Recording } from './webhook-events.sql.ts';

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

/** Times in ms. */
export type FailedEvent = {
  event: string;
  type: string;
  at: number;
  failedAt: number;
  tries: number;
  reason: string;
};

/** Oldest first, and the total count. */
export async function readFailedEvents(
  database: Database,
  campaign: string,
  max: number,
): Promise<{ count: number; events: FailedEvent[] }> {
  const { rows } = await database.query<FailedEvent & { count: number }>(
    `select id as event, type, ${ms('at')} as at, ${ms('failed_at')} as "failedAt", tries, reason,
       (count(*) over ())::integer as count
     from inaam.webhook_event where campaign = $1 and failed_at is not null
     order by number limit $2`,
    [campaign, max],
  );
  return { count: rows[0]?.count ?? 0, events: rows.map(({ count: _all, ...event }) => event) };
}

/**
 * Events that the receiver did not accept, waiting or failed. @param event undefined: all of them
 */
export async function countRetryable(
  database: Database,
  campaign: string,
  event: string | undefined,
): Promise<number> {
  const { rows } = await database.query<{ count: string }>(
    `select count(*) from inaam.webhook_event
     where campaign = $1 and reason is not null and ($2::uuid is null or id = $2)`,
    [campaign, event ?? null],
  );
  return Number(rows[0]?.count ?? 0);
}

/**
 * Makes them due now and retries for three more days, with the audit row in the same transaction.
 * @returns how many
 */
export function retryEvents(
  database: Database,
  campaign: string,
  event: string | undefined,
  { now, auditOf }: { now: number; auditOf: (count: number) => Audit },
): Promise<number> {
  return transaction(database, async (connection) => {
    const { rowCount } = await connection.query(
      `update inaam.webhook_event set failed_at = null, queued_at = $3, due_at = $3, tries = 0
       where number in (
         select number from inaam.webhook_event
         where campaign = $1 and reason is not null and ($2::uuid is null or id = $2)
         order by number for update)`,
      [campaign, event ?? null, new Date(now)],
    );
    await recordAudit(connection, auditOf(rowCount ?? 0));
    return rowCount ?? 0;
  });
}

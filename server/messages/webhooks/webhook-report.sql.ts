// What an operator sees of the web hooks and can resend.
import { recordAudit, type Audit } from '../../database/audit-log.ts';
import { transaction, type Database } from '../../database/database.ts';
import { readRecording, type Recording } from './webhook-events.sql.ts';

/** Times in ms. */
export type WebhookState = {
  recording: Recording;
  waiting: number;
  /** How many waiting events were not accepted at the first try. */
  retried: number;
  oldestAt: number | undefined;
  failed: number;
};

export async function readWebhookState(
  database: Database,
  campaign: string,
): Promise<WebhookState> {
  const { rows } = await database.query<{
    waiting: string;
    retried: string;
    oldest: Date | null;
    failed: string;
  }>(
    `select count(*) filter (where failed_at is null) as waiting,
       count(*) filter (where failed_at is null and reason is not null) as retried,
       min(at) filter (where failed_at is null) as oldest,
       count(*) filter (where failed_at is not null) as failed
     from inaam.webhook_event where campaign = $1`,
    [campaign],
  );
  const [row] = rows;
  return {
    recording: await readRecording(database, campaign),
    waiting: Number(row?.waiting ?? 0),
    retried: Number(row?.retried ?? 0),
    oldestAt: row?.oldest?.getTime(),
    failed: Number(row?.failed ?? 0),
  };
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
  const { rows } = await database.query<{
    id: string;
    type: string;
    at: Date;
    failed_at: Date;
    tries: number;
    reason: string;
    count: string;
  }>(
    `select id, type, at, failed_at, tries, reason, count(*) over () as count
     from inaam.webhook_event where campaign = $1 and failed_at is not null
     order by number limit $2`,
    [campaign, max],
  );
  const events = rows.map(({ id, failed_at, at, type, tries, reason }) => ({
    event: id,
    type,
    at: at.getTime(),
    failedAt: failed_at.getTime(),
    tries,
    reason,
  }));
  return { count: Number(rows[0]?.count ?? 0), events };
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

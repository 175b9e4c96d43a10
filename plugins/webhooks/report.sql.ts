// What an operator sees of the web hooks and can resend.
import { recordAudit, type Operator } from '@inaam/server/database/audit-log.ts';
import { ms, transaction, type Database } from '@inaam/server/database/database.ts';
import { onlyRow } from '@inaam/server/database/read-only.ts';
import { readRecording, type Recording } from './events.sql.ts';

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

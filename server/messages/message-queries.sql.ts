import type { SmsKind } from '@inaam/campaigns/sms/sms-template.ts';
import type { Connection } from '../database/database.ts';

const dayMs = 86_400_000;

/**
 * How many messages of a kind, owed in the last 24 hours, were sent. A message's id begins with its
 * time, so few rows are read.
 * @param now wall time, ms
 */
export async function countSentOfDay(
  database: Pick<Connection, 'query'>,
  campaign: string,
  kind: SmsKind,
  now: number,
): Promise<number> {
  const oldest = (now - dayMs).toString(16).padStart(12, '0').padEnd(32, '0');
  const { rows } = await database.query<{ count: string }>(
    `select count(*) from inaam.message
     where id >= $2::uuid and campaign = $1 and kind = $3 and sent_at is not null`,
    [campaign, oldest, kind],
  );
  return Number(rows[0]?.count);
}

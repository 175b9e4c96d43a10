import type { SmsKind } from '@inaam/campaigns/sms/sms-template.ts';
import type { Connection, Database } from '../database/database.ts';

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

/** Attempts whose outcome is unknown, of the last day and at most of the newest two thousand. */
export async function readUnclearAnswers(
  database: Database,
  campaign: string,
  now: number,
): Promise<{ path: string; reason: string; times: number }[]> {
  const { rows } = await database.query<{ path: string; reason: string; times: number }>(
    `select tried.path, tried.reason, count(*)::integer as times
     from (select * from inaam.delivery order by number desc limit 2000) as tried
     join inaam.message on message.id = message_id
     where campaign = $1 and outcome = 'unknown' and at > $2
     group by tried.path, tried.reason order by times desc, tried.path, tried.reason limit 5`,
    [campaign, new Date(now - dayMs)],
  );
  return rows;
}

import type { Database, Connection } from '../database/database.ts';
import { sendableAge, type Hours } from './delivery-limits.rules.ts';
import { isNotHeld } from './reschedule.sql.ts';
import type { SmsKind } from '@inaam/campaigns/sms/sms-template.ts';
import { dayMs } from '../platform/period.rules.ts';

export type Backlog = {
  /**
   * Includes kinds of which none is owed. The age is that of the oldest message that can be sent,
   * null if there is none: a voucher that is held is left out. It counts only the hours in
   * which a voucher could have been sent.
   */
  owed: { kind: 'otp' | 'voucher'; count: number; oldestSeconds: number | null }[];
  /**
   * Codes that can be assigned, by amount in whole rupees, as of some seconds ago. Amounts without
   * codes are absent.
   */
  free: Map<number, number>;
};

const isOwed = `message.campaign = $1 and message.state in ('owed', 'assigned')`;

/**
 * Ages by the database's time.
 * @param options.promisedUntil `YYYY-MM-DD`: a code that expires sooner is not assigned
 * @param options.hours of each amount's voucher text; undefined: at any hour
 */
export async function readBacklog(
  database: Database,
  campaign: string,
  { promisedUntil, hours }: { promisedUntil: string; hours: readonly (Hours | undefined)[] },
): Promise<Backlog> {
  const owed = await database.query<{
    kind: 'otp' | 'voucher';
    count: string;
    oldest: string | null;
    now: string;
  }>(
    `select kinds.kind, count(message.id) as count,
       (select greatest(0, extract(epoch from clock_timestamp() - owed_at)) from inaam.message
        where ${isOwed} and message.kind = kinds.kind and ${isNotHeld}
        order by owed_at limit 1) as oldest,
       extract(epoch from clock_timestamp()) * 1000 as now
     from unnest(array['otp', 'voucher']) as kinds (kind)
     left join inaam.message on message.kind = kinds.kind and ${isOwed}
     group by kinds.kind order by kinds.kind`,
    [campaign],
  );
  // Read the sums that `deliver` maintains, because counting codes takes longer the more there are.
  const stock = await database.query<{ amount: number; free: string }>(
    `select amount, sum(count) as free from inaam.rollup
     where campaign = $1 and start = '1970-01-01T00:00:00+05:30' and figure = 'free' and label <> ''
       and label::date >= $2
     group by amount having sum(count) > 0`,
    [campaign, promisedUntil],
  );
  return {
    owed: owed.rows.map(({ kind, count, oldest, now }) => {
      const seconds = oldest === null ? null : Number(oldest);
      const oldestSeconds = kind === 'otp' ? seconds : sendableAge(hours, seconds, Number(now));
      return { kind, count: Number(count), oldestSeconds };
    }),
    free: new Map(stock.rows.map(({ amount, free }) => [amount, Number(free)])),
  };
}

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

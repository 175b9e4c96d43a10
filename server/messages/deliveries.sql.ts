import type { Database } from '../database/database.ts';
import { sendableAge, type Hours } from './delivery-limits.rules.ts';
import { isNotHeld } from './reschedule.sql.ts';

export type Backlog = {
  /**
   * Includes kinds of which none is owed. The age is that of the oldest message that can be sent,
   * null if there is none: a voucher held by the review is left out. It counts only the hours in
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

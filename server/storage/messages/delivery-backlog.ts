import type { Database } from '../database.ts';

export type Backlog = {
  /** Also has kinds of which none is owed. */
  owed: { kind: 'otp' | 'voucher'; count: number; oldestSeconds: number }[];
  /**
   * Codes that can be assigned, by amount in whole rupees, as of some seconds ago. Amounts without
   * any are absent.
   */
  free: Map<number, number>;
};

/**
 * Ages by the database's time.
 * @param promisedUntil `YYYY-MM-DD`: a code that expires sooner is not given
 */
export async function readBacklog(
  database: Database,
  campaign: string,
  promisedUntil: string,
): Promise<Backlog> {
  const owed = await database.query<{ kind: 'otp' | 'voucher'; count: string; oldest: string }>(
    `select kinds.kind, count(message.id) as count,
       coalesce(greatest(0, extract(epoch from clock_timestamp() - min(owed_at))), 0) as oldest
     from unnest(array['otp', 'voucher']) as kinds (kind)
     left join inaam.message
       on message.kind = kinds.kind and campaign = $1 and state in ('owed', 'assigned')
     group by kinds.kind order by kinds.kind`,
    [campaign],
  );
  // Reads the sums kept by `deliver`, because counting takes longer the more codes there are.
  const stock = await database.query<{ amount: number; free: string }>(
    `select amount, sum(count) as free from inaam.rollup
     where campaign = $1 and start = '1970-01-01T00:00:00+05:30' and figure = 'free' and label <> ''
       and label::date >= $2
     group by amount having sum(count) > 0`,
    [campaign, promisedUntil],
  );
  return {
    owed: owed.rows.map(({ kind, count, oldest }) => ({
      kind,
      count: Number(count),
      oldestSeconds: Number(oldest),
    })),
    free: new Map(stock.rows.map(({ amount, free }) => [amount, Number(free)])),
  };
}

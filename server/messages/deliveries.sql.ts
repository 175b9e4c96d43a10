import type { Connection } from '../database/database.ts';
import { joinWholeTables } from '../database/whole-tables.ts';
import type { Period } from '../database/read-only.sql.ts';

/** What the provider answered to attempts, and how long messages took, in seconds. */
export type DeliveryCounts = {
  kind: 'otp' | 'voucher';
  accepted: number;
  refused: number;
  /** No answer: perhaps sent, and perhaps billed. */
  unknown: number;
  /** From owed to handed over. */
  medianSeconds: number | null;
  p95Seconds: number | null;
};

/** @param connection in a transaction */
export async function readDeliveries(
  connection: Pick<Connection, 'query'>,
  campaign: string,
  { from, until }: Period,
): Promise<DeliveryCounts[]> {
  const values = [campaign, new Date(from), new Date(until)];
  await joinWholeTables(connection);
  const { rows } = await connection.query<Record<string, string | null>>(
    `with attempt as (
       select kind, outcome, count(*) as count
       from inaam.delivery join inaam.message on message.id = message_id
       where campaign = $1 and delivery.at >= $2 and delivery.at < $3 group by kind, outcome),
     duration as (
       select kind,
         percentile_disc(array[0.5, 0.95]) within group (order by extract(epoch from sent_at - owed_at)) as seconds
       from inaam.message where campaign = $1 and sent_at >= $2 and sent_at < $3 group by kind)
     select kinds.kind,
       coalesce(sum(count) filter (where outcome = 'accepted'), 0) as accepted,
       coalesce(sum(count) filter (where outcome = 'refused'), 0) as refused,
       coalesce(sum(count) filter (where outcome = 'unknown'), 0) as unknown,
       min(seconds[1]) as median, min(seconds[2]) as p95
     from unnest(array['otp', 'voucher']) as kinds (kind)
     left join attempt using (kind) left join duration using (kind)
     group by kinds.kind order by kinds.kind`,
    values,
  );
  return rows.map((row) => ({
    kind: row['kind'] === 'otp' ? 'otp' : 'voucher',
    accepted: Number(row['accepted']),
    refused: Number(row['refused']),
    unknown: Number(row['unknown']),
    medianSeconds: secondsOf(row['median']),
    p95Seconds: secondsOf(row['p95']),
  }));
}

const secondsOf = (text: string | null | undefined) =>
  text === null || text === undefined ? null : Math.round(Number(text) * 10) / 10;

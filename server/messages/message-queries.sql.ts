import type { Connection } from '../database/database.ts';

const dayMs = 86_400_000;

/**
 * How many codes were sent in the last 24 hours. A message's id begins with its time, so few rows
 * are read.
 * @param now wall time, ms
 */
export async function countCodesOfDay(
  database: Pick<Connection, 'query'>,
  campaign: string,
  now: number,
): Promise<number> {
  const oldest = (now - dayMs).toString(16).padStart(12, '0').padEnd(32, '0');
  const { rows } = await database.query<{ count: string }>(
    `select count(*) from inaam.message
     where id >= $2::uuid and campaign = $1 and kind = 'otp' and sent_at is not null`,
    [campaign, oldest],
  );
  return Number(rows[0]?.count);
}

// Counted before anything is compared: attempts at the same time cannot go over the limit.
import type { Connection } from '../../database/database.ts';

const lockMs = 15 * 60_000;

export type Source = { campaign: string; source: string };

/**
 * One more, unless the limit is reached. While it is reached nothing is counted, so that the lock
 * ends by itself, `lockMs` after the last try that counted.
 * @returns `lockedUntil` in ms, undefined if the try may go on
 */
export async function countTry(
  database: Pick<Connection, 'query'>,
  { campaign, source, at, most }: Source & { at: number; most: number },
): Promise<{ lockedUntil: number | undefined; tries: number }> {
  await database.query('delete from inaam.console_try where until <= $1', [new Date(at)]);
  const counted = await database.query<{ tries: number }>(
    `insert into inaam.console_try as t (campaign, source, tries, until) values ($1, $2, 1, $3)
     on conflict (campaign, source) do update set tries = t.tries + 1, until = $3
     where t.tries < $4 returning tries`,
    [campaign, source, new Date(at + lockMs), most],
  );
  const [row] = counted.rows;
  if (row) return { lockedUntil: undefined, tries: row.tries };
  const { rows } = await database.query<{ until: Date }>(
    'select until from inaam.console_try where campaign = $1 and source = $2',
    [campaign, source],
  );
  return { lockedUntil: rows[0]?.until.getTime() ?? at + lockMs, tries: most };
}

/** What was counted last was nobody's failure. */
export async function takeBackTry(
  database: Pick<Connection, 'query'>,
  { campaign, source }: Source,
): Promise<void> {
  await database.query(
    `with fewer as (
       update inaam.console_try set tries = tries - 1
       where campaign = $1 and source = $2 and tries > 1)
     delete from inaam.console_try where campaign = $1 and source = $2 and tries = 1`,
    [campaign, source],
  );
}

/** After a success. */
export async function forgetTries(
  database: Pick<Connection, 'query'>,
  { campaign, source }: Source,
): Promise<void> {
  await database.query('delete from inaam.console_try where campaign = $1 and source = $2', [
    campaign,
    source,
  ]);
}

// Which processes serve the site. By the database's time, because their clocks may differ.
import type { Connection } from './database.ts';

type Reader = Pick<Connection, 'query'>;

/** What a process of the site last heard of the draw. */
export type DrawHeard = 'up' | 'down' | 'refused' | 'stopped';

/** Another process has taken its place by then. */
const goneMinutes = 10;

type Process = { campaign: string; id: string };

/** Forgets others that have been silent for long. */
export async function recordSiteProcess(
  database: Reader,
  { campaign, id, draw }: Process & { draw: DrawHeard },
): Promise<void> {
  await database.query(
    `with gone as (
       delete from inaam.site_process
       where campaign = $1 and id <> $2
         and beat_at < clock_timestamp() - interval '${goneMinutes} minutes')
     insert into inaam.site_process (campaign, id, beat_at, draw)
     values ($1, $2, clock_timestamp(), $3)
     on conflict (campaign, id) do update set beat_at = excluded.beat_at, draw = excluded.draw`,
    [campaign, id, draw],
  );
}

export async function removeSiteProcess(
  database: Reader,
  { campaign, id }: Process,
): Promise<void> {
  await database.query('delete from inaam.site_process where campaign = $1 and id = $2', [
    campaign,
    id,
  ]);
}

/** `seenAt`: wall time, ms. */
export type SiteProcess = { id: string; seenAt: number; isWell: boolean; draw: DrawHeard };

/** @param silentMs from when on a process is silent */
export async function readSiteProcesses(
  connection: Reader,
  campaign: string,
  silentMs: number,
): Promise<SiteProcess[]> {
  const { rows } = await connection.query<{
    id: string;
    beat_at: Date;
    is_well: boolean;
    draw: DrawHeard;
  }>(
    `select id, beat_at, draw, beat_at > statement_timestamp() - $2 * interval '1 ms' as is_well
     from inaam.site_process where campaign = $1 order by id`,
    [campaign, silentMs],
  );
  return rows.map(({ id, beat_at: seenAt, is_well: isWell, draw }) => ({
    id,
    seenAt: seenAt.getTime(),
    isWell,
    draw,
  }));
}

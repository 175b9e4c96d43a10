// Which processes serve the site. Uses the database's time, because their clocks may differ.
import type { Queryable } from './database.ts';

/**
 * The draw's state as last seen by a process of the site; `entry`: the ledger entry that stopped
 * it.
 */
export type DrawHeard = { state: 'up' | 'down' | 'refused' | 'stopped'; entry?: number };

/** By then another process has taken its place. */
const goneMinutes = 10;

type Process = { campaign: string; id: string };

/** Deletes processes that have been silent for long. */
export async function recordSiteProcess(
  database: Queryable,
  { campaign, id, draw }: Process & { draw: DrawHeard },
): Promise<void> {
  await database.query(
    `with gone as (
       delete from inaam.site_process
       where campaign = $1 and id <> $2
         and beat_at < clock_timestamp() - interval '${goneMinutes} minutes')
     insert into inaam.site_process (campaign, id, beat_at, draw, draw_entry)
     values ($1, $2, clock_timestamp(), $3, $4)
     on conflict (campaign, id) do update set beat_at = excluded.beat_at, draw = excluded.draw,
       draw_entry = excluded.draw_entry`,
    [campaign, id, draw.state, draw.entry],
  );
}

export async function removeSiteProcess(
  database: Queryable,
  { campaign, id }: Process,
): Promise<void> {
  await database.query('delete from inaam.site_process where campaign = $1 and id = $2', [
    campaign,
    id,
  ]);
}

/** `seenAt`: wall time, ms. */
export type SiteProcess = { id: string; seenAt: number; isWell: boolean; draw: DrawHeard };

/** @param silentMs from when a process counts as silent */
export async function readSiteProcesses(
  connection: Queryable,
  campaign: string,
  silentMs: number,
): Promise<SiteProcess[]> {
  const { rows } = await connection.query<{
    id: string;
    beat_at: Date;
    is_well: boolean;
    draw: DrawHeard['state'];
    draw_entry: string | null;
  }>(
    `select id, beat_at, draw, draw_entry, beat_at > statement_timestamp() - $2 * interval '1 ms' as is_well
     from inaam.site_process where campaign = $1 order by id`,
    [campaign, silentMs],
  );
  return rows.map(({ id, beat_at: seenAt, is_well: isWell, draw: state, draw_entry: entry }) => ({
    id,
    seenAt: seenAt.getTime(),
    isWell,
    draw: entry === null ? { state } : { state, entry: Number(entry) },
  }));
}

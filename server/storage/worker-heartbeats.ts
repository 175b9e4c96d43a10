// Which delivery workers are alive, and taking over the jobs of those that are not. graphile-worker
// itself keeps a dead worker's jobs locked for four hours. All times are the database's: the
// workers' clocks may differ.
import type { Database } from './database.ts';

/** Says that these workers are alive. */
export async function recordHeartbeats(
  database: Database,
  workers: readonly string[],
): Promise<void> {
  await database.query(
    `insert into inaam.worker (id, beat_at)
     select id, clock_timestamp() from unnest($1::text[]) as alive (id) order by id
     on conflict (id) do update set beat_at = excluded.beat_at`,
    [workers],
  );
}

/**
 * Gives back the jobs of workers that have been silent so long, and forgets them. A worker that
 * never beat counts from when it took its job: one that has just started is left alone.
 * @returns whose jobs were given back
 */
export async function releaseJobsOfSilentWorkers(
  database: Database,
  silentMs: number,
): Promise<string[]> {
  const { rows } = await database.query<{ id: string }>(
    `with silent as (
       delete from inaam.worker where beat_at < clock_timestamp() - $1 * interval '1 ms' returning id),
     dead as (
       select id from silent
       union
       select locked_by from graphile_worker.jobs
       where locked_at < clock_timestamp() - $1 * interval '1 ms'
         and not exists (select from inaam.worker where worker.id = jobs.locked_by)),
     released as materialized (
       select graphile_worker.force_unlock_workers(array(select id from dead)))
     select id from dead cross join released order by id`,
    [silentMs],
  );
  return rows.map((row) => row.id);
}

/** A worker says that it ends: its row goes, and whatever it could not finish is free at once. */
export async function removeWorkers(database: Database, workers: readonly string[]): Promise<void> {
  await database.query(
    `with gone as (delete from inaam.worker where id = any ($1::text[]))
     select graphile_worker.force_unlock_workers($1::text[])`,
    [workers],
  );
}

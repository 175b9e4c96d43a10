// Uses database time throughout, because the workers' clocks may differ.
import type { Database } from '../../database/database.ts';

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
 * Sets heartbeats that are in the future to now, after the database's clock was set back. Otherwise
 * a dead worker would seem alive, and its jobs stay locked, until the clock has caught up.
 */
export async function ageFromNow(database: Database): Promise<void> {
  await database.query(
    `with beats as (
       update inaam.worker set beat_at = clock_timestamp()
       where beat_at > clock_timestamp() + interval '1 second')
     update graphile_worker._private_jobs set locked_at = clock_timestamp()
     where locked_at > clock_timestamp() + interval '1 second'`,
  );
}

/**
 * A worker without any heartbeat counts as silent since it locked its job, so that one that has
 * just started keeps the job. @returns the silent workers
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

export async function removeWorkers(database: Database, workers: readonly string[]): Promise<void> {
  await database.query(
    `with gone as (delete from inaam.worker where id = any ($1::text[]))
     select graphile_worker.force_unlock_workers($1::text[])`,
    [workers],
  );
}

/** How many workers had a heartbeat within this time, by the database's clock. */
export async function countWorkers(database: Database, withinMs: number): Promise<number> {
  const { rows } = await database.query<{ count: string }>(
    `select count(*) from inaam.worker where beat_at > clock_timestamp() - $1 * interval '1 ms'`,
    [withinMs],
  );
  return Number(rows[0]?.count ?? 0);
}

// Heartbeats of the processes that deliver, by the database's clock.
import type { Database } from '../database/database.ts';

/**
 * Also forgets workers that are silent, or whose beat is in the future because the database's clock
 * was set back: those that run record their next one soon.
 */
export async function recordHeartbeat(
  database: Database,
  worker: string,
  silentMs: number,
): Promise<void> {
  await database.query(
    `with silent as (
       delete from inaam.worker where id <> $1 and (
         beat_at < clock_timestamp() - $2 * interval '1 ms'
         or beat_at > clock_timestamp() + interval '1 second'))
     insert into inaam.worker (id, beat_at) values ($1, clock_timestamp())
     on conflict (id) do update set beat_at = excluded.beat_at`,
    [worker, silentMs],
  );
}

export async function removeWorker(database: Database, worker: string): Promise<void> {
  await database.query('delete from inaam.worker where id = $1', [worker]);
}

/** How many workers had a heartbeat within this time. */
export async function countWorkers(database: Database, withinMs: number): Promise<number> {
  const { rows } = await database.query<{ count: string }>(
    `select count(*) from inaam.worker where beat_at > clock_timestamp() - $1 * interval '1 ms'`,
    [withinMs],
  );
  return Number(rows[0]?.count ?? 0);
}

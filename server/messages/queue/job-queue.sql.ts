// All SQL that depends on graphile-worker's private tables. Its public `jobs` view has no payloads,
// and it has no function that releases single locks.
import type { Database } from '../../database/database.ts';
import type { Pressure } from '../../codes/send-budget.rules.ts';
import { batched, type Batched, prepared } from '../../database/batches/batch.ts';

/**
 * How many places a code is sorted behind codes of ordinary senders, though still before vouchers.
 * A flood that pays its price must not delay honest shoppers.
 */
export const priorityOffsets: Record<Pressure, number> = { none: 0, campaign: 3, sender: 6 };

const settings = `(values ('otp', 'send_otp:', 6, 0), ('voucher', 'send_voucher:', 25, 10))
  as settings (kind, task, max_attempts, priority)`;

/** PostgreSQL sends equal notifications of a transaction only once. */
const notify = `pg_notify('jobs:insert', json_build_object('task', task || $1::text, 'count', 1)::text)`;

/**
 * Enqueues a job per row of the query `owed (id, kind)`, as the end of a statement whose `$1` is
 * the campaign. Does not use graphile-worker's function, which reads the whole queue
 * (functions/messages.sql).
 * @param behind SQL expression: the number of `priorityOffsets`
 */
export const enqueueOwed = (behind: '0' | 'priority_offset' = '0') => `
  insert into graphile_worker._private_jobs (task_id, payload, max_attempts, priority)
  select task_id, json_build_object('id', id), max_attempts, priority + ${behind}
  from owed
  join (select *, inaam.task_id(task || $1::text) as task_id from ${settings} offset 0) as task using (kind)
  cross join lateral ${notify}`;

/** The same for messages that may already have a job: a queued key is not added twice. */
export const enqueueOwedOnce = `
  select id from graphile_worker.add_jobs(array(
    select row(task || $1::text, json_build_object('id', id), null, null, max_attempts, id::text, priority, null)::graphile_worker.job_spec
    from owed join ${settings} using (kind) cross join lateral ${notify}
  ), job_key_preserve_run_at := true)`;

/** The longest deferral of a job: one night. */
const putOffMax = '14 hours';

/** SQL: the job is unlocked and deferred until its time. Rescheduling skips deferred jobs. */
export const isPutOff = `(
  flags ? 'put_off' and attempts = 0 and run_at <= now() + interval '${putOffMax}') is true`;

/** Columns: `id, message_id, run_at, locked_at, has_attempts, is_put_off`. */
export const messageJobs = `
  select job.id, (job.payload ->> 'id')::uuid as message_id, job.run_at, job.locked_at,
    job.attempts < job.max_attempts as has_attempts, ${isPutOff} as is_put_off
  from graphile_worker._private_jobs as job
  join graphile_worker._private_tasks as task on task.id = job.task_id
  where split_part(task.identifier, ':', 1) in ('send_otp', 'send_voucher')`;

/**
 * Releases jobs that have been locked for longer than any job takes, even if their worker is alive:
 * losing the connection does not unlock a job, and graphile-worker waits four hours.
 * @returns how many
 */
export async function releaseStaleLocks(database: Database, lockMs: number): Promise<number> {
  const { rowCount } = await database.query(
    prepared(
      `update graphile_worker._private_jobs as job
       set locked_at = null, locked_by = null, run_at = greatest(run_at, now())
       from graphile_worker._private_tasks as task
       where task.id = job.task_id and split_part(task.identifier, ':', 1) in ('send_otp', 'send_voucher')
         and locked_at < clock_timestamp() - $1 * interval '1 ms'`,
      [lockMs],
    ),
  );
  return rowCount ?? 0;
}

/**
 * Makes jobs of this process due after `waitMs`, with all their attempts. Call it before the job
 * fails: graphile-worker then keeps the later time, and adds a second.
 */
export function putOffJobs(database: Database): Batched<{ job: string; waitMs: number }, 'putOff'> {
  return batched(
    ({ job }) => job,
    async (items) => {
      await database.query(
        prepared(
          `update graphile_worker._private_jobs as job
           set run_at = now() + wait.ms * interval '1 ms', attempts = 0,
             flags = coalesce(flags, '{}') || '{"put_off": true}'
           from unnest($1::bigint[], $2::float8[]) as wait (id, ms)
           where job.id = wait.id and locked_at is not null`,
          [items.map(({ job }) => job), items.map(({ waitMs }) => waitMs)],
        ),
      );
      return new Map(items.map(({ job }) => [job, 'putOff']));
    },
  );
}

/** For messages that were sent without a worker. */
export async function deleteJobsOf(database: Database, messages: readonly string[]): Promise<void> {
  await database.query(
    `select graphile_worker.complete_jobs(array(
       select id from (${messageJobs}) as job where message_id = any ($1::uuid[])))`,
    [messages],
  );
}

// Uses database time throughout, because the workers' clocks may differ.

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
 * Resets heartbeats that are in the future because the database's clock was set back. Otherwise a
 * dead worker would seem alive and keep its jobs until the clock has caught up.
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
 * A worker without a heartbeat counts as silent since it locked its job, so that a worker that has
 * just started keeps its job. @returns the silent workers
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

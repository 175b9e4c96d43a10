// The SQL that depends on graphile-worker's schema. Its view `jobs` shows no payloads and it has no
// function for single locks, so three statements use its private tables; everything else goes
// through its functions.
import type { Database } from './database.ts';

const settings = `(values ('otp', 'send_otp:', 6, 0), ('voucher', 'send_voucher:', 25, 10))
  as settings (kind, task, max_attempts, priority)`;

/**
 * Enqueues a job for each message of the query `owed (id, kind)`; ends a statement whose `$1` is
 * the campaign.
 * @param jobKey SQL; with a key that is in the queue already no second job is added
 */
export const enqueueOwed = (jobKey: 'null' | 'id::text' = 'null') => `
  select id from graphile_worker.add_jobs(array(
    select row(task || $1::text, json_build_object('id', id), null, null, max_attempts, ${jobKey}, priority, null)::graphile_worker.job_spec
    from owed join ${settings} using (kind)), job_key_preserve_run_at := true)`;

/** Query for the jobs of messages: `id, message_id, run_at, locked_at, has_attempts`. */
export const messageJobs = `
  select job.id, (job.payload ->> 'id')::uuid as message_id, job.run_at, job.locked_at,
    job.attempts < job.max_attempts as has_attempts
  from graphile_worker._private_jobs as job
  join graphile_worker._private_tasks as task on task.id = job.task_id
  where split_part(task.identifier, ':', 1) in ('send_otp', 'send_voucher')`;

/**
 * Releases jobs that have been locked for longer than any job can take, also those of living
 * workers: a connection that broke while a worker took a job leaves it locked with nobody working
 * on it. The same statement as graphile-worker's own after four hours.
 * @returns how many
 */
export async function releaseStaleLocks(database: Database, lockMs: number): Promise<number> {
  const { rowCount } = await database.query(
    `update graphile_worker._private_jobs as job
     set locked_at = null, locked_by = null, run_at = greatest(run_at, now())
     from graphile_worker._private_tasks as task
     where task.id = job.task_id and split_part(task.identifier, ':', 1) in ('send_otp', 'send_voucher')
       and locked_at < clock_timestamp() - $1 * interval '1 ms'`,
    [lockMs],
  );
  return rowCount ?? 0;
}

/**
 * Deletes all jobs of a database where no worker runs, so that they do not slow down adding new
 * ones.
 */
export async function deleteAllJobs(database: Database): Promise<void> {
  await database.query('truncate graphile_worker._private_jobs');
}

// The jobs of messages, where they must be looked at from the messages' side: lost ones are made anew, worn-out ones
// revived, sleeping ones woken. Reads graphile-worker's own tables for the payload, which its view does not show;
// changes them by its functions only.
import { transaction, type Connection, type Database } from './database.ts';

/** Messages that one statement wakes or revives at most. */
const most = 2000;
const backOffMinutes = 30;

/**
 * Begins work on whole tables: it may take its time, and joins without the nested loops that the planner likes where it
 * has no statistics yet (2,000 debts by 2,000 jobs took it longer than a statement may).
 */
async function allowWholeTables(connection: Connection): Promise<void> {
  await connection.query(`set local enable_nestloop = off; set local statement_timeout = '20s'`);
}

const jobsOfMessages = `
  select job.id, (job.payload ->> 'id')::uuid as message_id, job.run_at, job.locked_at,
    job.attempts < job.max_attempts as has_attempts
  from graphile_worker._private_jobs as job
  join graphile_worker._private_tasks as task on task.id = job.task_id
  where split_part(task.identifier, ':', 1) in ('send_otp', 'send_voucher')`;

/**
 * Wakes the jobs of rewards that wait for a voucher, oldest first, as many as there are free codes of their amount.
 * @returns how many were woken
 */
export async function rescheduleOwed(connection: Connection, campaign: string): Promise<number> {
  await allowWholeTables(connection);
  const { rows } = await connection.query<{ id: string }>(
    `with owed as (
       select message.id, amount, row_number() over (partition by amount order by owed_at) as place
       from inaam.message join inaam.reward using (campaign, pseudonym)
       where campaign = $1 and message.kind = 'voucher' and state = 'owed'),
     stock as materialized (
       select amount, free.codes
       from (select distinct amount from owed) as asked
       cross join lateral (
         select count(*) as codes from (
           select from inaam.voucher
           where campaign = $1 and voucher.amount = asked.amount and pseudonym is null limit $2) as first) as free),
     jobs as (${jobsOfMessages}),
     sleeping as (
       select jobs.id from owed join stock using (amount) join jobs on jobs.message_id = owed.id
       where place <= codes and locked_at is null and (run_at > now() or not has_attempts)
       limit $2)
     select id from graphile_worker.reschedule_jobs(array(select id from sleeping), run_at := now(), attempts := 0)`,
    [campaign, most],
  );
  return rows.length;
}

/** The same, in a transaction of its own: stock that came while a job was just failing for want of it. */
export function rescheduleAllOwed(database: Database, campaign: string): Promise<number> {
  return transaction(database, (connection) => rescheduleOwed(connection, campaign));
}

/**
 * Sees that every message that is not done has a job that will run: belt and braces, since message and job are
 * written in one transaction. A job that has used up its attempts starts again; a code's does not, it lapses.
 * @returns how many had no job, and how many of the jobs were revived
 */
export function reviveJobs(
  database: Database,
  campaign: string,
): Promise<{ added: number; revived: number }> {
  return transaction(database, async (connection) => {
    await allowWholeTables(connection);
    const { rows: added } = await connection.query(
      `with lost as (
         select id, kind from inaam.message
         where campaign = $1 and state in ('owed', 'assigned') and id in (
           select id from inaam.message where campaign = $1 and state in ('owed', 'assigned')
           except select message_id from (${jobsOfMessages}) as jobs)
         order by owed_at limit $2)
       select job.id from lost cross join lateral graphile_worker.add_job(
         case kind when 'otp' then 'send_otp:' else 'send_voucher:' end || $1::text, json_build_object('id', lost.id),
         job_key := lost.id::text, job_key_mode := 'preserve_run_at',
         priority := case kind when 'otp' then 0 else 10 end,
         max_attempts := case kind when 'otp' then 6 else 25 end) as job`,
      [campaign, most],
    );
    const { rows: revived } = await connection.query(
      `with jobs as (${jobsOfMessages}),
       worn as (
         select jobs.id from jobs join inaam.message on message.id = jobs.message_id
         where campaign = $1 and kind = 'voucher' and state in ('owed', 'assigned')
           and not has_attempts and locked_at is null
         limit $2)
       select id from graphile_worker.reschedule_jobs(array(select id from worn), run_at := now(), attempts := 0)`,
      [campaign, most],
    );
    return { added: added.length, revived: revived.length };
  });
}

/**
 * Bounds the back-off of vouchers' jobs, which graphile-worker lets grow to six hours: no job waits more than half an
 * hour, each another time of it, so that a provider that comes back is not overrun.
 */
export async function boundBackOff(database: Database): Promise<void> {
  await database.query(
    `with far as (
       select id from graphile_worker.jobs
       where split_part(task_identifier, ':', 1) = 'send_voucher' and locked_at is null and attempts < max_attempts
         and run_at > now() + $1 * interval '1 minute'
       limit $2)
     select moved.id from far cross join lateral graphile_worker.reschedule_jobs(
       array[far.id], run_at := now() + random() * $1 * interval '1 minute') as moved`,
    [backOffMinutes, most],
  );
}

/** Clears away jobs that have used up their attempts and whose message has ended. */
export function removeExhaustedJobs(database: Database, campaign: string): Promise<void> {
  return transaction(database, async (connection) => {
    await allowWholeTables(connection);
    await connection.query(
      `with jobs as (${jobsOfMessages}),
       done as (
         select jobs.id from jobs join inaam.message on message.id = jobs.message_id
         where campaign = $1 and state not in ('owed', 'assigned') and not has_attempts and locked_at is null
         limit $2)
       select id from graphile_worker.complete_jobs(array(select id from done))`,
      [campaign, most],
    );
  });
}

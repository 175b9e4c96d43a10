// Keeps jobs and messages consistent. Runs every minute in any number of processes.
import type { QueryResultRow } from 'pg';
import { longStatement, transaction, type Connection, type Database } from '../database.ts';
import { enqueueOwedOnce, messageJobs } from './job-queue.ts';

const jobsMax = 2000;
const backOffMinutes = 30;
const fullScanMs = 20_000;

/**
 * Without statistics the planner chooses nested loops for joins of whole tables, and 2,000 messages
 * by 2,000 jobs exceeded the statement timeout.
 */
async function scanAll<Row extends QueryResultRow>(
  connection: Connection,
  text: string,
  values: unknown[],
): Promise<Row[]> {
  await connection.query(
    `set local enable_nestloop = off; set local enable_hashjoin = on; set local enable_mergejoin = on;
     set local enable_seqscan = on; set local statement_timeout = ${fullScanMs}`,
  );
  const { rows } = await connection.query<Row>(longStatement(text, values, fullScanMs));
  return rows;
}

/**
 * Reschedules jobs that wait for a voucher to now, oldest first, as far as there are free codes of
 * their amount.
 * @param promisedUntil `YYYY-MM-DD`: a code that expires sooner is not given
 * @returns how many
 */
export async function rescheduleOwed(
  connection: Connection,
  campaign: string,
  promisedUntil: string,
): Promise<number> {
  const rows = await scanAll(
    connection,
    `with owed as (
       select message.id, amount, row_number() over (partition by amount order by owed_at) as place
       from inaam.message join inaam.reward using (campaign, pseudonym)
       where campaign = $1 and message.kind = 'voucher' and state = 'owed'),
     stock as materialized (
       select amount, free.codes
       from (select distinct amount from owed) as demand
       cross join lateral (
         select count(*) as codes from (
           select from inaam.voucher
           where campaign = $1 and voucher.amount = demand.amount and pseudonym is null
             and withdrawn_at is null and expires_on >= $3 limit $2) as first) as free),
     jobs as (${messageJobs}),
     waiting as (
       select jobs.id from owed join stock using (amount) join jobs on jobs.message_id = owed.id
       where place <= codes and locked_at is null and (run_at > now() or not has_attempts)
       limit $2)
     select id from graphile_worker.reschedule_jobs(array(select id from waiting), run_at := now(), attempts := 0)`,
    [campaign, jobsMax, promisedUntil],
  );
  return rows.length;
}

/** In its own transaction, for stock that arrived while a job was failing. */
export function rescheduleAllOwed(
  database: Database,
  campaign: string,
  promisedUntil: string,
): Promise<number> {
  return transaction(database, (connection) => rescheduleOwed(connection, campaign, promisedUntil));
}

/**
 * Gives every owed message a job that will run. A missing job is a defect, since message and job
 * are written together. Exhausted voucher jobs restart; those of codes do not, because codes
 * expire.
 */
export function reviveJobs(
  database: Database,
  campaign: string,
): Promise<{ added: number; revived: number }> {
  return transaction(database, async (connection) => {
    const added = await scanAll(
      connection,
      `with owed as (
         select id, kind from inaam.message
         where campaign = $1 and state in ('owed', 'assigned') and id in (
           select id from inaam.message where campaign = $1 and state in ('owed', 'assigned')
           except select message_id from (${messageJobs}) as jobs)
         order by owed_at limit $2)
       ${enqueueOwedOnce}`,
      [campaign, jobsMax],
    );
    const revived = await scanAll(
      connection,
      `with jobs as (${messageJobs}),
       exhausted as (
         select jobs.id from jobs join inaam.message on message.id = jobs.message_id
         where campaign = $1 and kind = 'voucher' and state in ('owed', 'assigned')
           and not has_attempts and locked_at is null
         limit $2)
       select id from graphile_worker.reschedule_jobs(array(select id from exhausted), run_at := now(), attempts := 0)`,
      [campaign, jobsMax],
    );
    return { added: added.length, revived: revived.length };
  });
}

/**
 * Limits voucher jobs' back-off to half an hour (graphile-worker: six hours), at random times, so
 * that a provider that recovers is not overrun.
 */
export async function boundBackOff(database: Database): Promise<void> {
  await database.query(
    `with late as (
       select id from graphile_worker.jobs
       where split_part(task_identifier, ':', 1) = 'send_voucher' and locked_at is null and attempts < max_attempts
         and run_at > now() + $1 * interval '1 minute'
       limit $2)
     select moved.id from late cross join lateral graphile_worker.reschedule_jobs(
       array[late.id], run_at := now() + random() * $1 * interval '1 minute') as moved`,
    [backOffMinutes, jobsMax],
  );
}

export function removeExhaustedJobs(database: Database, campaign: string): Promise<void> {
  return transaction(database, async (connection) => {
    await scanAll(
      connection,
      `with jobs as (${messageJobs}),
       exhausted as (
         select jobs.id from jobs join inaam.message on message.id = jobs.message_id
         where campaign = $1 and state not in ('owed', 'assigned') and not has_attempts and locked_at is null
         limit $2)
       select id from graphile_worker.complete_jobs(array(select id from exhausted))`,
      [campaign, jobsMax],
    );
  });
}

// Keeps jobs and messages consistent. Runs every minute, and the rescheduler more often, in any
// number of processes.
import type { QueryResultRow } from 'pg';
import {
  longStatement,
  transaction,
  type Connection,
  type Database,
} from '../../database/database.ts';
import { joinWholeTables } from '../../database/read-only.ts';
import { enqueueOwedOnce, isPutOff, messageJobs } from './job-queue.sql.ts';

const jobsMax = 2000;
/** Maximum jobs rescheduled per run: a fast provider's rate for a minute. */
const rescheduledMax = 10_000;
const backOffMinutes = 30;
const beyondBackOffSeconds = 10;
const scanMs = 20_000;

/**
 * The message of a job that is still to be sent. Sent messages are in the same table and are not
 * read.
 */
const messageOfJob = `
  cross join lateral (
    select id, campaign, kind, state, path from inaam.message
    where message.id = jobs.message_id limit 1) as message`;

/**
 * Reads the queue and what is owed in a time that does not depend on the number of participants.
 */
async function scanQueue<Row extends QueryResultRow>(
  connection: Connection,
  text: string,
  values: unknown[],
): Promise<Row[]> {
  await joinWholeTables(connection);
  // Look up each message and reward by its key, and read owed messages by their partial index.
  await connection.query(
    `set local enable_seqscan = off; set local enable_bitmapscan = off; set local enable_sort = off;
     set local statement_timeout = ${scanMs}`,
  );
  const { rows } = await connection.query<Row>(longStatement(text, values, scanMs));
  return rows;
}

/**
 * Reschedules jobs that wait for a voucher code to now, oldest first, as many as there are free
 * codes of their amount.
 * @param promisedUntil `YYYY-MM-DD`: a code that expires sooner is not assigned
 * @returns how many
 */
export async function rescheduleOwed(
  connection: Connection,
  campaign: string,
  promisedUntil: string,
): Promise<number> {
  const rows = await scanQueue(
    connection,
    `with owed as (
       select message.id, amount, row_number() over (partition by amount order by owed_at) as place
       from (
         select id, pseudonym, owed_at from inaam.message
         where campaign = $1 and kind = 'voucher' and state = 'owed'
         order by owed_at offset 0) as message
       cross join lateral (
         select amount from inaam.reward
         where reward.campaign = $1 and reward.pseudonym = message.pseudonym limit 1) as reward
       where ${isNotHeld}),
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
    [campaign, rescheduledMax, promisedUntil],
  );
  return rows.length;
}

/**
 * Covers stock that arrived while a job was failing, and the remainder of an earlier run. Uses
 * separate transactions.
 */
export async function rescheduleAllOwed(
  database: Database,
  campaign: string,
  promisedUntil: string,
): Promise<void> {
  let moved: number;
  do {
    moved = await transaction(database, (connection) =>
      rescheduleOwed(connection, campaign, promisedUntil),
    );
  } while (moved === rescheduledMax);
}

/**
 * Reschedules vouchers that have a code and wait after a failure, soonest first, until `most` are
 * due. Vouchers that a path may have accepted keep their back-off, because another attempt might
 * send a second SMS. So do vouchers with a recent failed attempt: a path that rests records none.
 * @param triedBefore vouchers with a later attempt are not rescheduled
 * @returns how many are due now; fewer than `max` if no more can be rescheduled
 */
export function rescheduleAssigned(
  database: Database,
  campaign: string,
  { max, triedBefore }: { max: number; triedBefore: Date },
): Promise<number> {
  return transaction(database, async (connection) => {
    const rows = await scanQueue<{ due: number }>(
      connection,
      `with jobs as (${messageJobs}),
       queued as materialized (
         select jobs.id, run_at, is_put_off, message.id as message_id, state, path
         from jobs ${messageOfJob}
         where campaign = $1 and kind = 'voucher' and has_attempts and locked_at is null),
       due as (select count(*) as vouchers from queued where run_at <= now()),
       waiting as (
         select id from queued
         where state = 'assigned' and run_at > now() and not is_put_off and path is null
           and coalesce(
             (select max(at) from inaam.delivery where delivery.message_id = queued.message_id),
             '-infinity') < $3
         order by run_at limit (select greatest(0, $2 - vouchers) from due)),
       moved as (
         select id from graphile_worker.reschedule_jobs(array(select id from waiting), run_at := now()))
       select (vouchers + (select count(*) from moved))::integer as due from due`,
      [campaign, max, triedBefore],
    );
    return rows[0]?.due ?? 0;
  });
}

/**
 * Reschedules code jobs that wait after a failure to now, with all their attempts. Codes expire
 * within minutes, which limits the retries.
 */
export async function rescheduleCodes(database: Database, campaign: string): Promise<void> {
  await database.query(
    `select from graphile_worker.reschedule_jobs(array(
       select job.id from graphile_worker._private_jobs as job
       join graphile_worker._private_tasks as task on task.id = job.task_id
       where task.identifier = 'send_otp:' || $1::text and locked_at is null and run_at > now()
         and job.attempts between 1 and job.max_attempts - 1
       limit $2), run_at := now(), attempts := 1)`,
    [campaign, jobsMax],
  );
}

/**
 * Gives every owed message a job that will run. A missing job would be a defect, because message
 * and job are written together. Exhausted voucher jobs are restarted; code jobs are not, because
 * codes expire.
 */
export function reviveJobs(
  database: Database,
  campaign: string,
): Promise<{ added: number; revived: number }> {
  return transaction(database, async (connection) => {
    const added = await scanQueue(
      connection,
      `with owed as (
         select id, kind from inaam.message
         where campaign = $1 and state in ('owed', 'assigned') and ${isNotHeld} and id in (
           select id from inaam.message where campaign = $1 and state in ('owed', 'assigned')
           except select message_id from (${messageJobs}) as jobs)
         order by owed_at limit $2)
       ${enqueueOwedOnce}`,
      [campaign, jobsMax],
    );
    const revived = await scanQueue(
      connection,
      `with jobs as (${messageJobs}),
       exhausted as (
         select jobs.id from jobs ${messageOfJob}
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
 * Limits the back-off of voucher jobs to half an hour (graphile-worker: six hours), at random
 * times, so that a recovering provider is not overloaded.
 */
export async function boundBackOff(database: Database): Promise<void> {
  await database.query(
    `with late as (
       select id from graphile_worker.jobs
       where split_part(task_identifier, ':', 1) = 'send_voucher' and locked_at is null and attempts < max_attempts
         and run_at > now() + $1 * interval '1 minute' and not ${isPutOff}
       limit $2)
     select moved.id from late cross join lateral graphile_worker.reschedule_jobs(
       array[late.id], run_at := now() + random() * $1 * interval '1 minute') as moved`,
    [backOffMinutes, jobsMax],
  );
}

/**
 * Reschedules jobs to now that are due later than any back-off of graphile-worker explains. They
 * were added before the database's clock was set back and would wait until it has caught up.
 */
export async function rescheduleAhead(database: Database): Promise<void> {
  await database.query(
    `with ahead as (
       select id from graphile_worker.jobs
       where split_part(task_identifier, ':', 1) in ('send_otp', 'send_voucher')
         and locked_at is null and attempts < max_attempts
         and run_at > now() + (exp(least(attempts, 10)) + $1) * interval '1 second' and not ${isPutOff}
       limit $2)
     select id from graphile_worker.reschedule_jobs(array(select id from ahead), run_at := now())`,
    [beyondBackOffSeconds, jobsMax],
  );
}

export function removeExhaustedJobs(database: Database, campaign: string): Promise<void> {
  return transaction(database, async (connection) => {
    await scanQueue(
      connection,
      `with jobs as (${messageJobs}),
       exhausted as (
         select jobs.id from jobs ${messageOfJob}
         where campaign = $1 and state not in ('owed', 'assigned') and not has_attempts and locked_at is null
         limit $2)
       select id from graphile_worker.complete_jobs(array(select id from exhausted))`,
      [campaign, jobsMax],
    );
  });
}

/**
 * SQL: the voucher of the row `message` is not held by the review; `$1` is the campaign. A subquery
 * per row, because `not exists` could be planned as a join that reads all holds.
 */
export const isNotHeld = `(
  select hold.state from inaam.review_hold as hold
  where hold.campaign = $1 and hold.pseudonym = message.pseudonym limit 1) is distinct from 'held'`;

// Adds up the changes recorded by triggers (functions/figures.sql). Each change is deleted in the
// transaction that adds it, so that it counts exactly once, however late it comes.
import { transaction, type Database, type Queryable } from '../database/database.ts';

/** Changes per transaction: far below the time limit of a statement. */
export const changesMax = 5000;
/** Sources and reasons are other people's text, so only the most frequent of a day have a row. */
export const labelsMax = 200;
/** Higher during the day, so that a new source is not lost among invented ones. */
const labelsOfTodayMax = 2000;
export const otherLabel = '(other)';

const add = `
  with taken as (
    delete from inaam.rollup_change where campaign = $1 and number = any (array(
      select number from inaam.rollup_change where campaign = $1 order by number limit $2))
    returning hour, figure, label, amount, change),
  wanted as (
    select hour as start, figure, '' as label, amount, change from taken
    union all
    select date_trunc('day', hour, 'Asia/Kolkata'), figure, label, amount, change from taken
    where label <> ''),
  added as (
    insert into inaam.rollup as old (campaign, start, figure, label, amount, count)
    select $1, start, figure, label, amount, sum(change) from wanted
    group by start, figure, label, amount
    on conflict (campaign, figure, start, label, amount)
      do update set count = old.count + excluded.count
    returning start)
  select (select count(*) from taken) as taken, array(select distinct start from added) as starts`;

const mergeRare = `
  with place as (
    select start, figure, label, amount,
      row_number() over (partition by start, figure order by count desc, label) as place
    from inaam.rollup
    where campaign = $1 and figure in ('visits', 'failed')
      -- Includes the days before, which may have been today until now.
      and start = any ($2::timestamptz[] || array(select unnest($2::timestamptz[]) - interval '1 day'))
      and label not in ('', $4)),
  gone as (
    delete from inaam.rollup using place
    where place > case when place.start > $5::timestamptz then $6::integer else $3::integer end and rollup.campaign = $1 and rollup.start = place.start
      and rollup.figure = place.figure and rollup.label = place.label
      and rollup.amount = place.amount
    returning rollup.start, rollup.figure, rollup.count)
  insert into inaam.rollup as old (campaign, start, figure, label, amount, count)
  select $1, start, figure, $4, 0, sum(count) from gone group by start, figure
  on conflict (campaign, figure, start, label, amount)
    do update set count = old.count + excluded.count`;

const dayMs = 86_400_000;

/**
 * Adds up one batch.
 * @param now wall time, ms
 * @returns how many changes there were; fewer than `changesMax` if nothing is left, or while
 *   another process adds them up
 */
export function addChanges(database: Database, campaign: string, now: number): Promise<number> {
  return transaction(database, async (connection) => {
    if (!(await lockRollups(connection, campaign))) return 0;
    const { rows } = await connection.query<{ taken: string; starts: Date[] }>(add, [
      campaign,
      changesMax,
    ]);
    const [row] = rows;
    if (!row || row.taken === '0') return 0;
    const newestDay = new Date(now - dayMs);
    const limits = [labelsMax, otherLabel, newestDay, labelsOfTodayMax];
    await connection.query(mergeRare, [campaign, row.starts, ...limits]);
    return Number(row.taken);
  });
}

/** Locks until the end of the transaction. @returns false: another process has the lock */
export async function lockRollups(connection: Queryable, campaign: string): Promise<boolean> {
  const { rows } = await connection.query<{ locked: boolean }>(
    `select pg_try_advisory_xact_lock(hashtext('inaam rollups'), hashtext($1)) as locked`,
    [campaign],
  );
  return rows[0]?.locked === true;
}

// Adds up the changes recorded by triggers (functions/figures.sql). Each change is deleted in the
// transaction that adds it, so that it counts exactly once, however late it comes.
import {
  transaction,
  type Connection,
  type Database,
  longStatement,
} from '../database/database.ts';
import { joinWholeTables } from '../database/read-only.sql.ts';

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
export async function lockRollups(
  connection: Pick<Connection, 'query'>,
  campaign: string,
): Promise<boolean> {
  const { rows } = await connection.query<{ locked: boolean }>(
    `select pg_try_advisory_xact_lock(hashtext('inaam rollups'), hashtext($1)) as locked`,
    [campaign],
  );
  return rows[0]?.locked === true;
}

// Facts stored without the triggers (functions/figures.sql) are counted once, from the tables.

/** For ten million participants some five minutes are expected (docs/decisions/0037). */
const limitMs = 1_800_000;

const now = `'1970-01-01T00:00:00+05:30'::timestamptz`;

/** The counts of all tables minus what the triggers recorded, in one snapshot. */
const noteMissing = `
  insert into inaam.rollup_change (campaign, hour, figure, label, amount, change)
  select $1, hour, figure, label, amount, sum(change)
  from (
    select inaam.rollup_hour(at) as hour, 'visits' as figure,
      left(coalesce(nullif(query ->> 'utm_campaign', ''), '(none)'), 80) as label, 0 as amount,
      count(*) as change
    from inaam.visit where campaign = $1 group by 1, 3
    union all
    select inaam.rollup_hour(verified_at), 'verified', state, 0, count(*)
    from inaam.participant where campaign = $1 group by 1, 3
    union all
    select inaam.rollup_hour(granted_at), 'rewarded', state, amount, count(*)
    from inaam.reward join inaam.participant using (campaign, pseudonym)
    where campaign = $1 group by 1, 3, 4
    union all
    select inaam.rollup_hour(fact.at), fact.figure, fact.label, 0, count(*)
    from inaam.message cross join lateral
      inaam.rollup_of_message(kind, state, owed_at, sent_at, ended_at, reason) as fact
    where campaign = $1 group by 1, 2, 3
    union all
    select ${now}, 'waiting', state, amount, count(*)
    from inaam.message join inaam.reward using (campaign, pseudonym)
    where campaign = $1 and message.kind = 'voucher' and state in ('owed', 'assigned')
    group by 3, 4
    union all
    select inaam.rollup_hour(delivery.at), 'accepted', kind, 0, count(*)
    from inaam.delivery join inaam.message on message.id = message_id
    where campaign = $1 and outcome = 'accepted' group by 1, 3
    union all
    select ${now}, 'free', expires_on::text, amount, count(*)
    from inaam.voucher
    where campaign = $1 and pseudonym is null and withdrawn_at is null group by 3, 4
    union all
    select hour, figure, label, amount, -change
    from inaam.rollup_change where campaign = $1) as fact
  group by hour, figure, label, amount
  -- Negative: the recorded facts have been erased since.
  having sum(change) > 0`;

/**
 * Runs once per campaign, before anything is added up; afterwards it is one look-up.
 * @param at wall time, ms
 * @param signal aborts the count, which then leaves nothing
 * @returns whether the changes may be added up; false while another process counts
 */
export async function countBaseline(
  database: Database,
  campaign: string,
  at: number,
  signal?: AbortSignal,
): Promise<boolean> {
  if (await isCounted(database, campaign)) return true;
  const connection = await database.connect();
  if (signal?.aborted) {
    connection.release();
    return false;
  }
  let broken: Error | undefined;
  try {
    const counted = countOn(connection, campaign, at);
    // It fails when its connection is closed below.
    counted.catch(() => undefined);
    return await (signal ? Promise.race([counted, untilAborted(signal)]) : counted);
  } catch (error) {
    broken = error instanceof Error ? error : new Error('counting failed');
    throw error;
  } finally {
    // Destroying the connection ends the transaction; a clean end would wait for the count.
    if (signal?.aborted) connection.connection.stream.destroy();
    connection.release(signal?.aborted === true || broken);
  }
}

const untilAborted = (signal: AbortSignal): Promise<false> =>
  new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(false), { once: true });
  });

async function countOn(connection: Connection, campaign: string, at: number): Promise<boolean> {
  await connection.query('begin isolation level repeatable read');
  // The first statement takes the snapshot, so it must be the lock.
  if (!(await lockRollups(connection, campaign)) || (await isCounted(connection, campaign))) {
    await connection.query('rollback');
    return false;
  }
  await connection.query(
    `set local statement_timeout = ${limitMs}; set local max_parallel_workers_per_gather = 0`,
  );
  await connection.query(endWithConnection);
  await joinWholeTables(connection);
  await connection.query(longStatement(noteMissing, [campaign], limitMs));
  await connection.query('insert into inaam.rollup_baseline (campaign, at) values ($1, $2)', [
    campaign,
    new Date(at),
  ]);
  await connection.query('commit');
  return true;
}

/** Otherwise a statement outlives its program. Not every system supports the check. */
const endWithConnection = `
  do $$ begin
    perform set_config('client_connection_check_interval', '1s', true);
  exception when others then null;
  end $$`;

async function isCounted(database: Pick<Database, 'query'>, campaign: string): Promise<boolean> {
  const { rows } = await database.query<{ counted: boolean }>(
    'select exists (select from inaam.rollup_baseline where campaign = $1) as counted',
    [campaign],
  );
  return rows[0]?.counted === true;
}

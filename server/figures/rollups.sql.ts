// Counts facts for the console's figures. A row says which transaction wrote it; a round counts the
// rows that its snapshot sees and that of the last round did not. So each fact counts exactly once,
// however late its transaction commits, and whatever the clocks say.
//
// Messages change after they were counted: a trigger notes by how much each counts more or less
// (functions/figures.sql). The note applies if the last snapshot saw the message. Otherwise the
// message is counted now, as it is after the change, and the note is dropped.
import { InaamError } from '../platform/errors.ts';
import { longStatement, transaction, type Database, type Queryable } from '../database/database.ts';
import { ofDevices, ofPeople, stepNames } from '@inaam/contract/console/overview.ts';
import {
  added,
  labelsMax,
  labelsOfTodayMax,
  mergeRareParts,
  forgetHours,
  granted,
  otherLabel,
  partKey,
  roundMs,
  summed,
} from './rare-parts.sql.ts';
import { retention } from '../participants/retention.rules.ts';
import { dayStart, indianDay, dayMs } from '../platform/period.rules.ts';

/** How often the progress is recorded while nothing happens. */
const idleSeconds = 10;

/** `$2`: the last snapshot. */
const isCounted = (transaction: string) => `pg_visible_in_snapshot(${transaction}, $2)`;
const isNew = (transaction: string) =>
  `${transaction} >= pg_snapshot_xmin($2) and not ${isCounted(transaction)}`;
/** No index that begins with the campaign is to be used. */
const ofCampaign = 'campaign is not distinct from $1';

const facts = `
  head as materialized (
    select coalesce((select next_ledger from inaam.head where campaign = $1), 0) as next_ledger),
  entry as materialized (
    select kind, pseudonym from inaam.ledger
    where campaign = $1 and number >= $3 and number < (select next_ledger from head)),
  visited as materialized (
    select user_key, at from inaam.visit where ${isNew('written')} and ${ofCampaign}),
  written_message as materialized (
    select kind, state, owed_at, sent_at, ended_at, reason, user_key, mobile_index, pseudonym
    from inaam.message where ${isNew('written')} and ${ofCampaign}),
  fact as materialized (
    select at, 'visits' as figure, '' as label, 0 as amount, user_key as device, null::bytea as pseudonym
    from visited
    union all
    -- A device or number of which nothing is counted yet, nor was before the rows were deleted.
    select at, 'devices', '', 0, user_key, null
    from (select user_key, min(at) as at from visited group by user_key) as first
    where not exists (
      select from inaam.visit
      where visit.campaign = $1 and visit.user_key = first.user_key
        and (visit.written is null or ${isCounted('visit.written')}))
      and (
        select true from inaam.consent
        where consent.campaign = $1 and consent.user_key = first.user_key
          and consent.at < first.at - interval '${retention.visits.days - 1} days' limit 1) is null
    union all
    select owed_at, 'numbers', '', 0, user_key, null
    from (
      select distinct on (mobile_index) mobile_index, owed_at, user_key
      from written_message where kind = 'otp' order by mobile_index, owed_at) as first
    where not exists (
      select from inaam.message
      where message.mobile_index = first.mobile_index and message.campaign is not distinct from $1
        and (message.written is null or ${isCounted('message.written')}))
      and (
        select true from inaam.mobile_limits
        where mobile_limits.campaign = $1 and mobile_limits.mobile_index = first.mobile_index
          and sends[1] < first.owed_at - interval '${retention.codeMessages.days - 1} days') is null
    union all
    -- Of a number only the first participation is a newly verified one.
    select verified_at, figure, '', 0, null, pseudonym
    from entry cross join lateral (
      select verified_at, claim from inaam.participation
      where campaign = $1 and pseudonym = entry.pseudonym limit 1) as participation
    cross join (values ('verified'), ('claims')) as counted (figure)
    where kind = 'verified' and (figure = 'claims' or claim = 1)
    union all
    select granted_at, case kind when 'bonus' then 'bonuses' else 'rewarded' end, '', amount, null, pseudonym
    from entry cross join lateral (
      select granted_at, amount from inaam.reward
      where campaign = $1 and pseudonym = entry.pseudonym and is_bonus = (entry.kind = 'bonus')
      limit 1) as reward
    where kind in ('granted', 'bonus')
    union all
    select fact.at, fact.figure, fact.label, 0, user_key, pseudonym
    from written_message cross join lateral inaam.rollup_of_message(
      kind, state, owed_at, sent_at, ended_at, reason) as fact
    union all
    select delivery.at, 'accepted', message.kind, 0, null, null
    from inaam.delivery cross join lateral (
      select campaign, kind from inaam.message where id = delivery.message_id limit 1) as message
    where outcome = 'accepted' and ${isNew('delivery.written')} and ${ofCampaign}),
  noted as (
    delete from inaam.figure_change where ${isNew('noted')} and ${ofCampaign}
    returning hour, figure, label, change, written, unless_counted, device, pseudonym),
  found as materialized (
    select inaam.rollup_hour(at) as hour, figure, label, amount, device, pseudonym, count(*) as change
    from fact group by 1, 2, 3, 4, 5, 6
    union all
    select hour, figure, label, 0, device, pseudonym, change from noted
    where (written is null or ${isCounted('written')})
      and not exists (select from unnest(unless_counted) as code where ${isCounted('code')}))`;

const listOf = (names: readonly string[]) => names.map((name) => `'${name}'`).join(', ');
const sumsOf = [...ofDevices, ...ofPeople]
  .map((name) => `coalesce(sum(change) filter (where figure = '${name}'), 0) as ${name}`)
  .concat(`coalesce(sum(change * amount) filter (where figure in ${granted}), 0) as rupees`)
  .join(', ');

const capped = (part: string) =>
  `case when ${part} in (select value from frequent where part = '${part}') then ${part}
    else '${otherLabel}' end as ${part}`;

/** `$4`: from when on hours are kept. */
const count = `
  with ${facts},
  wanted as (
    select hour as start, figure, '' as label, amount, change from found
    union all
    select date_trunc('day', hour, 'Asia/Kolkata'), figure, label, amount, change from found
    where label <> ''),
  added as (
    insert into inaam.rollup as old (campaign, start, figure, label, amount, count)
    select $1, start, figure, label, amount, sum(change) from wanted
    group by start, figure, label, amount having sum(change) <> 0
    on conflict (campaign, figure, start, label, amount)
      do update set count = old.count + excluded.count
    returning start),
  origin as materialized (
    select counted.*, source, shop, language,
      coalesce(state, case when device is null then '(unknown)' end) as state
    from (
      select hour, device, pseudonym, ${sumsOf}
      from found where figure in (${listOf([...ofDevices, ...ofPeople])})
      group by hour, device, pseudonym) as counted
    cross join lateral inaam.figure_origin($1, device, pseudonym)),
  -- Each invented value would make rows for its combinations with all others.
  frequent as materialized (
    (select 'source' as part, source as value from origin
      group by source order by count(*) desc, source limit ${labelsOfTodayMax})
    union all
    (select 'shop', shop from origin group by shop order by count(*) desc, shop limit ${labelsOfTodayMax})),
  placed as materialized (
    select hour, language, state, ${stepNames.join(', ')},
      ${capped('source')}, ${capped('shop')}
    from origin),
  part as (
    insert into inaam.figure_part as old (${partKey}, ${stepNames.join(', ')})
    select $1, 15 - grouping(state, language, shop, source), unit, start, coalesce(source, ''),
      coalesce(shop, ''), coalesce(language, ''), coalesce(state, ''), ${summed}
    from (
      select 'hour' as unit, hour as start, * from placed where hour >= $4
      union all
      select 'day', date_trunc('day', hour, 'Asia/Kolkata'), * from placed) as placed
    group by unit, start, cube (source, shop, language, state)
    having grouping(state, language, shop, source) < 15
      -- A device has no state.
      and (grouping(state) = 1 or state is not null)
      and (${summed}) <> (${stepNames.map(() => '0').join(', ')})
    on conflict (${partKey}) do update set ${added}
    returning unit, start),
  kept as (
    update inaam.figure_progress
    set counted = pg_current_snapshot(), counted_at = statement_timestamp(), ledger = next_ledger
    from head
    where campaign = $1 and (counted_at < statement_timestamp() - interval '${idleSeconds} seconds'
      or exists (select from fact) or exists (select from noted)))
  select array(select distinct start from added) as starts,
    array(select distinct start from part where unit = 'day') as days`;

const mergeRare = `
  with place as (
    select start, figure, label, amount,
      row_number() over (partition by start, figure order by count desc, label) as place
    from inaam.rollup
    where campaign = $1 and figure = 'failed'
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

/** From when on parts are kept by hour, and not only by day, ms. @param now wall time, ms */
export const hoursKeptFrom = (now: number): number => dayStart(indianDay(now)) - 9 * dayMs;

/**
 * Counts what was written since the last time; nothing while another process counts. Counts and
 * progress are committed together.
 * @param now wall time, ms
 */
export function countFacts(database: Database, campaign: string, now: number): Promise<void> {
  return transaction(database, async (connection) => {
    const progress = await lockProgress(connection, campaign);
    if (!progress) return;
    // New facts would seem to be counted already.
    if (progress.isAhead) throw new FiguresOfAnotherCluster();
    const { counted, ledger } = progress;
    const hoursFrom = new Date(hoursKeptFrom(now));
    const { rows } = await connection.query<Record<'starts' | 'days', Date[]>>(
      longStatement(count, [campaign, counted, ledger, hoursFrom], roundMs),
    );
    const { starts = [], days = [] } = rows[0] ?? {};
    if (starts.length === 0) return;
    const newestDay = new Date(now - dayMs);
    const limits = [labelsMax, otherLabel, newestDay, labelsOfTodayMax];
    await connection.query(longStatement(mergeRare, [campaign, starts, ...limits], roundMs));
    await mergeRareParts(connection, campaign, days, limits);
    await connection.query(longStatement(forgetHours, [campaign, hoursFrom], roundMs));
  });
}

type Progress = { counted: string; ledger: string; isAhead: boolean };

class FiguresOfAnotherCluster extends InaamError {
  override name = 'FiguresOfAnotherCluster';
  constructor() {
    super(
      "The figures' progress is that of another PostgreSQL cluster. Restore a dump with `npx inaam restore`, which sets it right.",
    );
  }
}

/**
 * Locks until the end of the transaction, whose statements may take as long as a round. A row: any
 * login could hold an advisory lock.
 * @returns undefined: another process has the lock
 */
export async function lockProgress(
  connection: Queryable,
  campaign: string,
): Promise<Progress | undefined> {
  // At first nothing is visible in the snapshot: all that has a transaction is to be counted.
  const { rows } = await connection.query<Progress>(
    `with known as (
       select * from inaam.figure_progress where campaign = $1 for update skip locked),
     first as (
       insert into inaam.figure_progress (campaign, counted, counted_at, ledger)
       select $1, '1:1:', '-infinity', 0
       where not exists (select from inaam.figure_progress where campaign = $1)
       on conflict do nothing returning *)
     select counted::text, ledger,
       pg_snapshot_xmax(counted) > pg_snapshot_xmax(pg_current_snapshot()) as "isAhead",
       set_config('statement_timeout', $2, true)
     from (select * from known union all select * from first) as progress`,
    [campaign, String(roundMs)],
  );
  return rows[0];
}

const now = `timestamptz '1970-01-01T00:00:00+05:30'`;

/** What is there now has no hour. Figures of which there is none any more are set to zero. */
const countNow = `
  with present as (
    select 'free' as figure, expires_on::text as label, amount, count(*) as count
    from inaam.voucher
    where campaign = $1 and pseudonym is null and withdrawn_at is null
    group by expires_on, amount
    union all
    select 'waiting', state, voucher_amount, count(*) from inaam.message
    where campaign = $1 and kind = 'voucher' and state in ('owed', 'assigned')
    group by state, voucher_amount
    union all
    select figure, label, amount, 0 from inaam.rollup
    where campaign = $1 and start = ${now} and figure in ('free', 'waiting') and label <> '')
  insert into inaam.rollup as old (campaign, start, figure, label, amount, count)
  select $1, ${now}, figure, label, amount, sum(count) from present group by figure, label, amount
  on conflict (campaign, figure, start, label, amount)
    do update set count = excluded.count where old.count <> excluded.count`;

/** Counts the stock and the vouchers that wait; nothing while another process counts. */
export function countStock(database: Database, campaign: string): Promise<void> {
  return transaction(database, async (connection) => {
    if (!(await lockProgress(connection, campaign))) return;
    await connection.query(longStatement(countNow, [campaign], roundMs));
  });
}

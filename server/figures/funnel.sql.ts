// Counts of every step from the scan to the delivered voucher, by day, state and source.
import type { EntryKey } from '@inaam/contract/calls.ts';
import type { Queryable } from '../database/database.ts';
import { joinWholeTables, dayOf, type Period } from '../database/read-only.ts';

/** As the contract defines them; each counts on its own day. */
export const stages = [
  'visits',
  'devices',
  'codes',
  'numbers',
  'verified',
  'rewarded',
  'owed',
  'sent',
  'delivered',
  'failed',
  'settled',
] as const;
type Stage = (typeof stages)[number];

export type Counts = Record<Stage, number> & {
  rupees: number;
};

export const dimensions = ['day', 'state', 'source', 'language'] as const;
export type Dimension = (typeof dimensions)[number];

export type Funnel = {
  total: Counts;
  by: Record<Dimension, ({ value: string } & Counts)[]>;
};

/** Links contain arbitrary text, so only the most frequent sources get a row. */
const sourcesMax = 50;
const otherSources = '(other)';

/**
 * A device's first visit determines its source and language (`inaam.figure_origin`). `$1` campaign,
 * `$3` until, `$5` key.
 */
const sources = `
  first_visit as materialized (
    select distinct on (user_key) user_key, at as first_at, inaam.figure_label(query ->> $5) as source,
      coalesce(language, '(unknown)') as language
    from inaam.visit where campaign = $1 and at < $3 order by user_key, at),
  frequent as materialized (
    select source from first_visit group by source order by count(*) desc, source limit ${sourcesMax}),
  device as materialized (
    select user_key, first_at, language, case when source in (select source from frequent) then source
                          else '${otherSources}' end as source from first_visit)`;

/**
 * A participant's source is that of the device that requested the last code before the
 * verification.
 */
const people = `
  person as materialized (
    select distinct on (participant.pseudonym) participant.pseudonym, participant.state, verified_at, bonus_of,
      coalesce(source, '(unknown)') as source, coalesce(language, '(unknown)') as language
    from inaam.participant
    left join inaam.message on message.campaign = $1 and kind = 'otp'
      and message.mobile_index = participant.mobile_index and owed_at <= verified_at
    left join device using (user_key)
    where participant.campaign = $1
    order by participant.pseudonym, owed_at desc nulls last)`;

type Row = {
  stage: string;
  day: string | null;
  state: string | null;
  source: string | null;
  language: string | null;
  count: string;
  distinct_count: string | null;
  rupees: string | null;
};

const grouped = (at: string) => `
  cross join lateral (select ${dayOf(at, '$4')} as day) as days
  where ${at} >= $2 and ${at} < $3
  group by grouping sets`;

const visits = `with ${sources}
  select 'visits' as stage, day, null as state, source, language, count(*) as count,
    count(distinct user_key) filter (where at = first_at) as distinct_count, null as rupees
  from (select user_key, at, first_at, source, device.language
        from inaam.visit join device using (user_key) where campaign = $1) as visited
  ${grouped('at')} ((day), (source), (language), ())`;

const codes = `with ${sources}
  select 'codes' as stage, day, null as state, source, language, count(*) as count,
    count(distinct mobile_index) filter (where owed_at = asked_at) as distinct_count, null as rupees
  from (select user_key, mobile_index, owed_at, coalesce(source, '(unknown)') as source,
          coalesce(language, '(unknown)') as language,
          min(owed_at) over (partition by mobile_index) as asked_at
        from inaam.message left join device using (user_key)
        where campaign = $1 and kind = 'otp') as code
  ${grouped('owed_at')} ((day), (source), (language), ())`;

const outcomes = `with ${sources}, ${people},
  voucher as materialized (
    select person.state, source, language, message.state as message_state, owed_at, sent_at, ended_at
    from inaam.message join person using (pseudonym)
    where message.campaign = $1 and kind = 'voucher'),
  event as (
    select 'verified' as stage, verified_at as at, state, source, language, null::integer as rupees from person
    where bonus_of is null
    union all
    select 'rewarded', granted_at, person.state, source, language, amount
    from inaam.reward join person using (pseudonym) where campaign = $1
    union all
    select 'owed', owed_at, state, source, language, null from voucher
    where message_state in ('owed', 'assigned')
    union all
    select 'sent', sent_at, state, source, language, null from voucher where sent_at is not null
    union all
    select 'delivered', coalesce(ended_at, sent_at), state, source, language, null from voucher
    where message_state = 'delivered'
    union all
    select 'failed', coalesce(ended_at, sent_at, owed_at), state, source, language, null from voucher
    where message_state in ('failed', 'lapsed')
    union all
    select 'settled', coalesce(ended_at, owed_at), state, source, language, null from voucher
    where message_state = 'settled')
  select stage, day, state, source, language, count(*) as count, null as distinct_count,
    sum(rupees) as rupees
  from event ${grouped('at')} ((stage, day), (stage, state), (stage, source), (stage, language), (stage))`;

/**
 * @param connection in a transaction
 * @param sourceKey the parameter of the QR code's link that contains the source
 */
export async function readFunnel(
  connection: Queryable,
  campaign: string,
  { from, until, campaignAheadMs }: Period,
  sourceKey: EntryKey,
): Promise<Funnel> {
  const values = [campaign, new Date(from), new Date(until), campaignAheadMs, sourceKey];
  await joinWholeTables(connection);
  const found: Row[] = [];
  for (const statement of [visits, codes, outcomes]) {
    const { rows } = await connection.query<Row>(statement, values);
    found.push(...rows);
  }
  return funnelOf(found);
}

const none = (): Counts => ({
  visits: 0,
  devices: 0,
  codes: 0,
  numbers: 0,
  verified: 0,
  rewarded: 0,
  owed: 0,
  sent: 0,
  delivered: 0,
  failed: 0,
  settled: 0,
  rupees: 0,
});

const isStage = (text: string): text is Stage => stages.some((stage) => stage === text);
const distinctOf: Readonly<Record<string, Stage>> = { visits: 'devices', codes: 'numbers' };

function funnelOf(rows: readonly Row[]): Funnel {
  const total = none();
  const by = {
    day: new Map<string, Counts>(),
    state: new Map<string, Counts>(),
    source: new Map<string, Counts>(),
    language: new Map<string, Counts>(),
  };
  for (const row of rows) {
    const dimension = dimensions.find((name) => row[name] !== null);
    const counts = dimension ? entryOf(by[dimension], row[dimension] ?? '') : total;
    if (isStage(row.stage)) counts[row.stage] = Number(row.count);
    const distinct = distinctOf[row.stage];
    if (distinct) counts[distinct] = Number(row.distinct_count);
    if (row.rupees !== null) counts.rupees = Number(row.rupees);
  }
  return {
    total,
    by: {
      day: listOf(by.day, (one, other) => (one.value < other.value ? -1 : 1)),
      state: listOf(by.state, (one, other) => other.verified - one.verified),
      source: listOf(by.source, (one, other) => other.visits - one.visits),
      language: listOf(by.language, (one, other) => other.visits - one.visits),
    },
  };
}

function entryOf(counts: Map<string, Counts>, value: string): Counts {
  const found = counts.get(value) ?? none();
  counts.set(value, found);
  return found;
}

type Listed = { value: string } & Counts;

const listOf = (
  counts: ReadonlyMap<string, Counts>,
  order: (one: Listed, other: Listed) => number,
): Listed[] => [...counts].map(([value, found]) => ({ value, ...found })).toSorted(order);

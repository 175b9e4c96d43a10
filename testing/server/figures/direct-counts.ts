// The figures counted from the tables themselves, to compare with those that the console shows.
import { stepNames } from '@inaam/contract/console/overview.ts';
import { transaction, type Database } from '@inaam/server/database/database.ts';
import { joinWholeTables } from '@inaam/server/database/read-only.ts';

const counted = [...stepNames, 'accepted'] as const;
export type DirectCounts = Record<(typeof counted)[number], number>;
type Dimension = 'source' | 'language' | 'state';

/** `at`: ms. Of a device `state` is null; of an attempt to send, all are. */
type Event = Record<Dimension, string | null> & { figure: string; at: number; rupees: number };

const events = `
  with first as (
    select distinct on (user_key) user_key, at, inaam.figure_label(query ->> 'utm_campaign') as source,
      coalesce(language, '(unknown)') as language
    from inaam.visit where campaign = $1 order by user_key, at),
  code as (select * from inaam.message where campaign = $1 and kind = 'otp'),
  voucher as (select * from inaam.message where campaign = $1 and kind = 'voucher'),
  person as (
    select distinct on (participation.pseudonym) participation.*, code.user_key
    from inaam.participation left join code
      on code.mobile_index = participation.mobile_index and owed_at <= verified_at
    where participation.campaign = $1 order by participation.pseudonym, owed_at desc nulls last),
  event as (
    select 'visits' as figure, at, user_key, null::bytea as pseudonym, 0 as rupees
    from inaam.visit where campaign = $1
    union all select 'devices', at, user_key, null, 0 from first
    union all select 'codes', owed_at, user_key, null, 0 from code
    union all (select distinct on (mobile_index) 'numbers', owed_at, user_key, null::bytea, 0
      from code order by mobile_index, owed_at)
    union all select 'verified', verified_at, user_key, pseudonym, 0 from person where claim = 1
    union all select 'claims', verified_at, user_key, pseudonym, 0 from person
    union all select case kind when 'bonus' then 'bonuses' else 'rewarded' end, granted_at, null,
      pseudonym, amount from inaam.reward where campaign = $1
    union all select 'asked', asked_at, null, pseudonym, 0 from inaam.question where campaign = $1
    union all select 'wrong', answered_at, null, pseudonym, 0 from inaam.question
      where campaign = $1 and not is_right
    union all select 'sent', sent_at, null, pseudonym, 0 from voucher where sent_at is not null
    union all select 'delivered', coalesce(ended_at, sent_at), null, pseudonym, 0
      from voucher where state = 'delivered'
    union all select 'failed', coalesce(ended_at, sent_at, owed_at), null, pseudonym, 0
      from voucher where state in ('failed', 'lapsed'))
  select figure, extract(epoch from event.at)::float8 * 1000 as at, rupees, person.state,
    coalesce(first.source, '(unknown)') as source, coalesce(first.language, '(unknown)') as language
  from event left join person using (pseudonym)
    left join first on first.user_key = coalesce(event.user_key, person.user_key)
  union all
  select 'accepted', extract(epoch from at)::float8 * 1000, 0, null, null, null
  from inaam.delivery join inaam.message on message.id = message_id
  where campaign = $1 and outcome = 'accepted'`;

export type DirectFigures = {
  total: DirectCounts;
  by: Record<Dimension, Map<string, DirectCounts>>;
};

/** @param period ms; `until` is excluded */
export async function countDirectly(
  database: Database,
  campaign: string,
  { from, until }: { from: number; until: number },
): Promise<DirectFigures> {
  const { rows } = await transaction(database, async (connection) => {
    await joinWholeTables(connection);
    return connection.query<Event>(events, [campaign]);
  });
  const found = rows.filter(({ at }) => at >= from && at < until);
  const by = (dimension: Dimension) => {
    const named = found.filter((event) => event[dimension] !== null);
    const groups = Map.groupBy(named, (event) => event[dimension] ?? '');
    return new Map(Array.from(groups, ([value, of]) => [value, countsOf(of)]));
  };
  return {
    total: countsOf(found),
    by: { source: by('source'), language: by('language'), state: by('state') },
  };
}

function countsOf(found: readonly Event[]): DirectCounts {
  const of = (name: string) => found.filter(({ figure }) => figure === name).length;
  const sum = found.reduce((all, { rupees }) => all + rupees, 0);
  const entries = counted.map((name) => [name, of(name)]);
  return { ...Object.fromEntries(entries), rupees: sum };
}

// The console's clusters. Each statement reads a bounded part of an index, however many people take
// part.
import type { Measured, ReviewSettings } from './review.rules.ts';
import type { Queryable } from '@inaam/server/database/database.ts';
import { lookUpByKeys, onlyRow } from '@inaam/server/database/read-only.ts';
import type { ReviewRule } from '../contract.ts';

/** How many members of a cluster are counted and shown, newest first. */
export const membersMax = 200;
/** How many clusters are examined for reaching the threshold, newest first. */
const candidatesMax = 500;
/** How many held vouchers are looked up in clusters. */
const heldMax = 1000;

/** Amounts in whole rupees. */
type ClusterRow = Measured & { number: number; rule: ReviewRule; lastAt: Date } & Record<
    'members' | 'rupees' | 'waiting' | 'waitingRupees' | 'held' | 'refused' | 'released' | 'open',
    number
  >;

/** The state of a member's voucher; `$1` is the campaign. */
const status = `
  cross join lateral (
    select amount from inaam.reward
    where reward.campaign = $1 and reward.pseudonym = member.pseudonym and not is_bonus limit 1) as reward
  cross join lateral (
    select state, sent_at from inaam.message
    where message.campaign = $1 and message.pseudonym = member.pseudonym and message.kind = 'voucher'
      and not is_bonus limit 1) as message
  left join lateral (
    select state, decided_by, why from inaam.voucher_hold
    where voucher_hold.campaign = $1 and voucher_hold.pseudonym = member.pseudonym limit 1) as hold on true`;

/** The oldest holds; `$1` is the campaign. */
const heldPeople = `
  select pseudonym from inaam.voucher_hold
  where voucher_hold.campaign = $1 and state = 'held' order by at limit ${heldMax}`;

const isReached =
  'case window_hours when 1 then in_hour when 24 then in_day else in_week end >= threshold';

type Before = { lastAt: number; number: number };

/**
 * Newest first, of the rules that are not off. Also includes clusters with a held voucher that a
 * changed rule would hide, because it must be decided.
 * @param before of the last cluster shown
 */
export async function readClusters(
  connection: Queryable,
  campaign: string,
  settings: ReviewSettings,
  { before, max }: { before: Before | undefined; max: number },
): Promise<ClusterRow[]> {
  await lookUpByKeys(connection);
  const watched = Object.entries(settings).filter(([, { mode }]) => mode !== 'off');
  const { rows } = await connection.query<ClusterRow>(
    `with rule as materialized (
       select * from unnest($2::text[], $3::integer[], $4::integer[]) as rule (rule, threshold, window_hours)),
     reached as (
       select cluster.* from rule cross join lateral (
         select number, review_cluster.rule, last_at, in_hour, in_day, in_week
         from inaam.review_cluster
         where review_cluster.campaign = $1 and review_cluster.rule = rule.rule
           and ($5::timestamptz is null or (last_at, number) < ($5, $6))
         order by last_at desc, number desc limit ${candidatesMax}) as cluster
       where ${isReached}),
     of_held as (
       select cluster.*, hold.pseudonym,
         coalesce(bool_or(${isReached}) over (partition by hold.pseudonym), false) as is_shown
       from (${heldPeople}) as hold
       cross join lateral (
         select cluster from inaam.review_member
         where review_member.campaign = $1 and review_member.pseudonym = hold.pseudonym offset 0) as member
       cross join lateral (
         select number, review_cluster.rule, last_at, in_hour, in_day, in_week
         from inaam.review_cluster where number = member.cluster limit 1) as cluster
       left join rule on rule.rule = cluster.rule),
     chosen as materialized (
       select * from reached
       union
       select number, rule, last_at, in_hour, in_day, in_week from of_held
       where not is_shown and ($5::timestamptz is null or (last_at, number) < ($5, $6))
         and exists (
           select from inaam.message
           where message.campaign = $1 and message.pseudonym = of_held.pseudonym
             and kind = 'voucher' and state in ('owed', 'assigned'))
       order by last_at desc, number desc limit $7)
     select number::float8, rule, last_at as "lastAt", in_hour as "inHour", in_day as "inDay",
       in_week as "inWeek", counted.*
     from chosen cross join lateral (
       select count(*)::integer as members, coalesce(sum(amount), 0)::float8 as rupees,
         count(*) filter (where waits)::integer as waiting,
         coalesce(sum(amount) filter (where waits), 0)::float8 as "waitingRupees",
         count(*) filter (where waits and hold_state = 'held')::integer as held,
         count(*) filter (where hold_state = 'refused')::integer as refused,
         count(*) filter (where hold_state = 'released')::integer as released,
         count(*) filter (where waits and hold_state is null)::integer as open
       from (select reward.amount, message.state in ('owed', 'assigned') as waits, hold.state as hold_state
         from (select pseudonym from inaam.review_member
           where cluster = chosen.number order by at desc limit ${membersMax}) as member
         ${status}) as one) as counted
     order by last_at desc, chosen.number desc`,
    [
      campaign,
      watched.map(([rule]) => rule),
      watched.map(([, { threshold }]) => threshold),
      watched.map(([, { windowHours }]) => windowHours),
      before ? new Date(before.lastAt) : null,
      before?.number ?? null,
      max,
    ],
  );
  return rows;
}

/** The pseudonym as in the ledger; what is null of a hold there is none of. */
export type Member = {
  pseudonym: string;
  amount: number;
  verifiedAt: Date;
  region: string;
  place: string | null;
  /** The message's state. */
  state: string;
  /** Other rules that noticed the person. */
  others: ReviewRule[];
  hold: 'held' | 'released' | 'refused' | null;
  decidedBy: string | null;
  reason: string | null;
};

type ClusterFacts = Measured & Pick<ClusterRow, 'rule' | 'lastAt'>;

/**
 * Newest first. If there are too many to show, held ones come first, because nobody could decide
 * them otherwise. @returns undefined if there is no such cluster any more
 */
export async function readCluster(
  connection: Queryable,
  campaign: string,
  number: number,
): Promise<(ClusterFacts & { members: Member[] }) | undefined> {
  await lookUpByKeys(connection);
  const { rows: found } = await connection.query<ClusterFacts>(
    `select rule, last_at as "lastAt", in_hour as "inHour", in_day as "inDay", in_week as "inWeek"
     from inaam.review_cluster where campaign = $1 and number = $2`,
    [campaign, number],
  );
  const [cluster] = found;
  if (!cluster) return undefined;
  const { rows } = await connection.query<Member>(
    `select encode(member.pseudonym, 'hex') as pseudonym, reward.amount, member.at as "verifiedAt",
       person.state as region, place.city as place, message.state,
       array(
         select other.rule from inaam.review_member as other
         where other.campaign = $1 and other.pseudonym = member.pseudonym and other.rule <> member.rule
           and other.in_week > 0 order by other.rule) as others,
       hold.state as hold, decided_by as "decidedBy", why as reason
     from (
       select pseudonym, at, rule from (
         (select pseudonym, at, rule from inaam.review_member
          where cluster = $2 order by at desc limit ${membersMax})
         union
         select member.* from (${heldPeople}) as hold
         cross join lateral (
           select pseudonym, at, rule from inaam.review_member
           where campaign = $1 and review_member.pseudonym = hold.pseudonym and cluster = $2
           limit 1) as member) as one
       order by exists (
         select from inaam.voucher_hold
         where campaign = $1 and voucher_hold.pseudonym = one.pseudonym and state = 'held') desc, at desc
       limit ${membersMax}) as member
     cross join lateral (
       select state from inaam.participation
       where participation.campaign = $1 and participation.pseudonym = member.pseudonym limit 1) as person
     left join lateral (
       select coalesce(ip_info ->> 'city', ip_info ->> 'regionName') as city
       from inaam.token cross join lateral (
         select ip_info from inaam.visit
         where visit.campaign = $1 and visit.user_key = token.user_key order by at limit 1) as visit
       where token.pseudonym = member.pseudonym order by token.number limit 1) as place on true
     ${status}
     order by member.at desc, member.pseudonym`,
    [campaign, number],
  );
  return { ...cluster, members: rows };
}

export async function membersAmong(
  connection: Queryable,
  campaign: string,
  number: number,
  pseudonyms: readonly string[],
): Promise<Buffer[]> {
  const { rows } = await connection.query<{ pseudonym: Buffer }>(
    `select distinct member.pseudonym
     from unnest($3::text[]) as asked (name)
     cross join lateral (
       select pseudonym from inaam.review_member
       where campaign = $1 and review_member.pseudonym = decode(asked.name, 'hex') and cluster = $2
       limit 1) as member`,
    [campaign, number, pseudonyms],
  );
  return rows.map(({ pseudonym }) => pseudonym);
}

/** `oldestAt`: the oldest reward of a held voucher, ms. */
type HeldNow = {
  held: number;
  rupees: number;
  /** Of the rewards of those that are held. */
  oldestAt: Date | null;
};

/** @param most counting stops here */
export async function countHeld(
  connection: Queryable,
  campaign: string,
  max: number,
): Promise<HeldNow> {
  await lookUpByKeys(connection);
  const found = await connection.query<HeldNow>(
    `select count(*)::integer as held, coalesce(sum(amount), 0)::float8 as rupees,
       min(owed_at) as "oldestAt"
     from (
       select pseudonym from inaam.voucher_hold
       where campaign = $1 and state = 'held' order by at limit $2) as member
     cross join lateral (
       select state, voucher_amount as amount, owed_at from inaam.message
       where message.campaign = $1 and message.pseudonym = member.pseudonym and message.kind = 'voucher'
       limit 2) as message
     where message.state in ('owed', 'assigned')`,
    [campaign, max],
  );
  return onlyRow(found);
}

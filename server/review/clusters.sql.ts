// The console's clusters. Each statement reads a bounded part of an index, however many people take
// part.
import type { ReviewRule } from '@inaam/contract/console/review-rules.ts';
import type { ReviewSettings } from './review.rules.ts';
import type { Connection } from '../database/database.ts';
import { lookUpByKeys } from '../database/read-only.sql.ts';

type Reader = Pick<Connection, 'query'>;

/** How many members of a cluster are counted and shown, newest first. */
export const membersMax = 200;
/** How many clusters are examined for reaching the threshold, newest first. */
const candidatesMax = 500;
/** How many held vouchers are looked up in clusters. */
const heldMax = 1000;

/** Times in ms, amounts in whole rupees. */
export type Cluster = {
  number: number;
  rule: ReviewRule;
  lastAt: number;
  measured: { inHour: number; inDay: number; inWeek: number };
  members: number;
  rupees: number;
  waiting: number;
  waitingRupees: number;
  held: number;
  proposed: number;
  refused: number;
};

type ClusterRow = Record<
  'number' | 'members' | 'rupees' | 'waiting' | 'waiting_rupees' | 'held' | 'proposed' | 'refused',
  string
> & {
  rule: ReviewRule;
  last_at: Date;
  in_hour: number;
  in_day: number;
  in_week: number;
};

/** The state of a member's voucher; `$1` is the campaign. */
const status = `
  cross join lateral (
    select amount from inaam.reward
    where reward.campaign = $1 and reward.pseudonym = member.pseudonym limit 1) as reward
  cross join lateral (
    select state, sent_at from inaam.message
    where message.campaign = $1 and message.pseudonym = member.pseudonym and message.kind = 'voucher'
    limit 1) as message
  left join lateral (
    select state, at, decided_by, why, proposed_at, proposed_by, proposed_why from inaam.review_hold
    where review_hold.campaign = $1 and review_hold.pseudonym = member.pseudonym limit 1) as hold on true`;

/** The oldest holds; `$1` is the campaign. */
const heldPeople = `
  select pseudonym from inaam.review_hold
  where review_hold.campaign = $1 and state = 'held' order by at limit ${heldMax}`;

const isReached =
  'case window_hours when 1 then in_hour when 24 then in_day else in_week end >= threshold';

type Before = { lastAt: number; number: number };

/**
 * Newest first, of the rules that are not off. Also includes clusters with a held voucher that a
 * changed rule would hide, because it must be decided.
 * @param before of the last cluster shown
 */
export async function readClusters(
  connection: Reader,
  campaign: string,
  settings: ReviewSettings,
  { before, max }: { before: Before | undefined; max: number },
): Promise<Cluster[]> {
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
     select chosen.*, counted.*
     from chosen cross join lateral (
       select count(*) as members, coalesce(sum(amount), 0) as rupees,
         count(*) filter (where waits) as waiting,
         coalesce(sum(amount) filter (where waits), 0) as waiting_rupees,
         count(*) filter (where waits and hold_state = 'held') as held,
         count(*) filter (where waits and hold_state = 'held' and proposed_at is not null) as proposed,
         count(*) filter (where hold_state = 'refused') as refused
       from (
         select reward.amount, message.state in ('owed', 'assigned') as waits, hold.state as hold_state,
           hold.proposed_at
         from (
           select pseudonym from inaam.review_member
           where cluster = chosen.number order by at desc limit ${membersMax}) as member
         ${status}) as one) as counted
     order by last_at desc, number desc`,
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
  return rows.map(clusterOf);
}

const clusterOf = (row: ClusterRow): Cluster => ({
  number: Number(row.number),
  rule: row.rule,
  lastAt: row.last_at.getTime(),
  measured: { inHour: row.in_hour, inDay: row.in_day, inWeek: row.in_week },
  members: Number(row.members),
  rupees: Number(row.rupees),
  waiting: Number(row.waiting),
  waitingRupees: Number(row.waiting_rupees),
  held: Number(row.held),
  proposed: Number(row.proposed),
  refused: Number(row.refused),
});

/** Times in ms, the pseudonym as in the ledger. */
export type Member = {
  pseudonym: string;
  amount: number;
  verifiedAt: number;
  /** The message's state. */
  state: string;
  /** Other rules that noticed the person. */
  others: ReviewRule[];
  hold: {
    state: 'held' | 'released' | 'refused';
    at: number;
    by: string;
    reason: string;
    proposal: { at: number; by: string; reason: string } | null;
  } | null;
};

type MemberRow = {
  pseudonym: string;
  amount: number;
  at: Date;
  state: string;
  others: ReviewRule[];
  hold_state: 'held' | 'released' | 'refused' | null;
  hold_at: Date | null;
  decided_by: string | null;
  reason: string | null;
  proposed_at: Date | null;
  proposed_by: string | null;
  proposed_why: string | null;
};

type ClusterFacts = Pick<Cluster, 'number' | 'rule' | 'lastAt' | 'measured'>;

/**
 * Newest first. If there are too many to show, held ones come first, because nobody could decide
 * them otherwise. @returns undefined if there is no such cluster any more
 */
export async function readCluster(
  connection: Reader,
  campaign: string,
  number: number,
): Promise<(ClusterFacts & { members: Member[] }) | undefined> {
  await lookUpByKeys(connection);
  const { rows: found } = await connection.query<
    Pick<ClusterRow, 'rule' | 'last_at' | 'in_hour' | 'in_day' | 'in_week'>
  >(
    `select rule, last_at, in_hour, in_day, in_week from inaam.review_cluster
     where campaign = $1 and number = $2`,
    [campaign, number],
  );
  const [cluster] = found;
  if (!cluster) return undefined;
  const { rows } = await connection.query<MemberRow>(
    `select encode(member.pseudonym, 'hex') as pseudonym, reward.amount, member.at, message.state,
       array(
         select other.rule from inaam.review_member as other
         where other.campaign = $1 and other.pseudonym = member.pseudonym and other.rule <> member.rule
           and other.in_week > 0 order by other.rule) as others,
       hold.state as hold_state, hold.at as hold_at, decided_by, why as reason, proposed_at, proposed_by, proposed_why
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
         select from inaam.review_hold
         where campaign = $1 and review_hold.pseudonym = one.pseudonym and state = 'held') desc, at desc
       limit ${membersMax}) as member
     ${status}
     order by member.at desc, member.pseudonym`,
    [campaign, number],
  );
  return {
    number,
    rule: cluster.rule,
    lastAt: cluster.last_at.getTime(),
    measured: { inHour: cluster.in_hour, inDay: cluster.in_day, inWeek: cluster.in_week },
    members: rows.map(memberOf),
  };
}

function memberOf(row: MemberRow): Member {
  const { proposed_at: proposedAt, proposed_by: proposedBy, proposed_why: proposedReason } = row;
  return {
    pseudonym: row.pseudonym,
    amount: row.amount,
    verifiedAt: row.at.getTime(),
    state: row.state,
    others: row.others,
    hold:
      row.hold_state === null || row.hold_at === null
        ? null
        : {
            state: row.hold_state,
            at: row.hold_at.getTime(),
            by: row.decided_by ?? '',
            reason: row.reason ?? '',
            proposal:
              proposedAt === null
                ? null
                : { at: proposedAt.getTime(), by: proposedBy ?? '', reason: proposedReason ?? '' },
          },
  };
}

export async function membersAmong(
  connection: Reader,
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

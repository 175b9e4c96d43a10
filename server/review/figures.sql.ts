// How many vouchers are held, and how many a rule would have held.
import type { ReviewRule, ReviewWindow } from '@inaam/contract/console/review-rules.ts';
import type { Connection } from '../database/database.ts';
import { lookUpByKeys } from '../database/read-only.sql.ts';

type Reader = Pick<Connection, 'query'>;

/** Counting for an alarm stops here. */
const heldMax = 10_000;

const columnOf: Readonly<Record<ReviewWindow, string>> = {
  1: 'in_hour',
  24: 'in_day',
  168: 'in_week',
};

/** `oldestAt`: the oldest reward of a held voucher, ms. */
type HeldNow = {
  held: number;
  rupees: number;
  proposed: number;
  oldestAt: number | undefined;
};

/** @param most counting stops here */
export async function countHeld(
  connection: Reader,
  campaign: string,
  max: number,
): Promise<HeldNow> {
  await lookUpByKeys(connection);
  const { rows } = await connection.query<{
    held: string;
    rupees: string;
    proposed: string;
    oldest: Date | null;
  }>(
    `select count(*) as held, coalesce(sum(amount), 0) as rupees, count(proposed_at) as proposed,
       min(granted_at) as oldest
     from (
       select pseudonym, proposed_at from inaam.review_hold
       where campaign = $1 and state = 'held' order by at limit $2) as member
     cross join lateral (
       select state from inaam.message
       where message.campaign = $1 and message.pseudonym = member.pseudonym and message.kind = 'voucher'
       limit 1) as message
     cross join lateral (
       select amount, granted_at from inaam.reward
       where reward.campaign = $1 and reward.pseudonym = member.pseudonym limit 1) as reward
     where message.state in ('owed', 'assigned')`,
    [campaign, max],
  );
  const [row] = rows;
  return {
    held: Number(row?.held ?? 0),
    rupees: Number(row?.rupees ?? 0),
    proposed: Number(row?.proposed ?? 0),
    oldestAt: row?.oldest?.getTime(),
  };
}

/** Held vouchers of rewards that were granted earlier. @param before wall time, ms */
export async function countHeldSince(
  connection: Reader,
  campaign: string,
  before: number,
): Promise<number> {
  const { rows } = await connection.query<{ count: string }>(
    `select count(*) as count from (
       select from inaam.review_hold as hold
       join inaam.message using (campaign, pseudonym)
       where campaign = $1 and hold.state = 'held' and message.kind = 'voucher'
         and message.state in ('owed', 'assigned') and message.owed_at <= $2
       limit ${heldMax}) as held`,
    [campaign, new Date(before)],
  );
  return Number(rows[0]?.count ?? 0);
}

type Preview = {
  /** Measured people of the period. */
  total: number;
  /** Whom the rule would have held. */
  held: number;
  /** Of those, how many vouchers arrived on a phone. */
  delivered: number;
  /** Of those, how many people no other rule has noticed. */
  nothingElse: number;
  /** Whether there are more than were examined, newest first. */
  isMore: boolean;
};

type Asked = {
  rule: ReviewRule;
  threshold: number;
  windowHours: ReviewWindow;
  /** Wall time, ms. */
  since: number;
  max: number;
};

/** Based on measurements made at the time. */
export async function previewRule(
  connection: Reader,
  campaign: string,
  { rule, threshold, windowHours, since, max }: Asked,
): Promise<Preview> {
  await lookUpByKeys(connection);
  const { rows } = await connection.query<
    Record<'total' | 'seen' | 'held' | 'delivered' | 'nothing_else', string>
  >(
    `with seen as materialized (
       select pseudonym, ${columnOf[windowHours]} as value from inaam.review_member
       where campaign = $1 and rule = $2 and at > $3 order by at desc limit $5),
     held as materialized (select pseudonym from seen where value >= $4)
     select (select count(*) from seen) as seen, count(*) as held,
       count(*) filter (where exists (
         select from inaam.message
         where message.campaign = $1 and message.pseudonym = held.pseudonym and kind = 'voucher'
           and state = 'delivered')) as delivered,
       count(*) filter (where not exists (
         select from inaam.review_member as other
         where other.campaign = $1 and other.pseudonym = held.pseudonym and other.rule <> $2
           and other.in_week > 0)) as nothing_else,
       (select coalesce(sum(count), 0) from inaam.rollup
        where campaign = $1 and figure = 'measured' and start > $3 and label = '') as total
     from held`,
    [campaign, rule, new Date(since), threshold, max + 1],
  );
  const [row] = rows;
  return {
    total: Number(row?.total ?? 0),
    held: Number(row?.held ?? 0),
    delivered: Number(row?.delivered ?? 0),
    nothingElse: Number(row?.nothing_else ?? 0),
    isMore: Number(row?.seen ?? 0) > max,
  };
}

// How many vouchers are held, and how many a rule would have held.
import type { AnswerOf } from '@inaam/contract/console/calls.ts';
import type { Queryable } from '../database/database.ts';
import { lookUpByKeys, onlyRow } from '../database/read-only.ts';
import type { ReviewRule, ReviewWindow } from '@inaam/contract/console/review.ts';

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
       min(granted_at) as "oldestAt"
     from (
       select pseudonym from inaam.review_hold
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
  return onlyRow(found);
}

/** Held vouchers of rewards that were granted earlier. @param before wall time, ms */
export async function countHeldSince(
  connection: Queryable,
  campaign: string,
  before: number,
): Promise<number> {
  const found = await connection.query<{ count: number }>(
    `select count(*)::integer as count from (
       select from inaam.review_hold as hold
       join inaam.message using (campaign, pseudonym)
       where campaign = $1 and hold.state = 'held' and message.kind = 'voucher'
         and message.state in ('owed', 'assigned') and message.owed_at <= $2
       limit ${heldMax}) as held`,
    [campaign, new Date(before)],
  );
  return onlyRow(found).count;
}

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
  connection: Queryable,
  campaign: string,
  { rule, threshold, windowHours, since, max }: Asked,
): Promise<Omit<AnswerOf<'previewRule'>, 'days'>> {
  await lookUpByKeys(connection);
  const found = await connection.query<
    Record<'total' | 'seen' | 'held' | 'delivered' | 'nothingElse', number>
  >(
    `with seen as materialized (
       select pseudonym, ${columnOf[windowHours]} as value from inaam.review_member
       where campaign = $1 and rule = $2 and at > $3 order by at desc limit $5),
     held as materialized (select pseudonym from seen where value >= $4)
     select (select count(*)::integer from seen) as seen, count(*)::integer as held,
       count(*) filter (where exists (
         select from inaam.message
         where message.campaign = $1 and message.pseudonym = held.pseudonym and kind = 'voucher'
           and state = 'delivered'))::integer as delivered,
       count(*) filter (where not exists (
         select from inaam.review_member as other
         where other.campaign = $1 and other.pseudonym = held.pseudonym and other.rule <> $2
           and other.in_week > 0))::integer as "nothingElse",
       (select coalesce(sum(count), 0)::float8 from inaam.rollup
        where campaign = $1 and figure = 'measured' and start > $3 and label = '') as total
     from held`,
    [campaign, rule, new Date(since), threshold, max + 1],
  );
  const { seen, ...preview } = onlyRow(found);
  // More than `max`: only the newest were looked at.
  return { ...preview, isMore: seen > max };
}

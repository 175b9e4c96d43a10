import type { Queryable } from '../database/database.ts';
import { lookUpByKeys, onlyRow } from '../database/read-only.ts';

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
       select pseudonym from inaam.review_hold
       where campaign = $1 and state = 'held' order by at limit $2) as member
     cross join lateral (
       select state, voucher_amount as amount, owed_at from inaam.message
       where message.campaign = $1 and message.pseudonym = member.pseudonym and message.kind = 'voucher'
       limit 1) as message
     where message.state in ('owed', 'assigned')`,
    [campaign, max],
  );
  return onlyRow(found);
}

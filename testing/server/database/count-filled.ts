// Filled tables have facts that no trigger has noted for the console's figures.
import type { Database } from '@inaam/server/database/database.ts';
import { transaction } from '@inaam/server/database/database.ts';
import { joinWholeTables } from '@inaam/server/database/read-only.ts';

const now = `'1970-01-01T00:00:00+05:30'::timestamptz`;

/** All that the tables say, less what the triggers have noted. */
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
  having sum(change) > 0`;

/** Notes them, before anything of the campaign was added up. @param database as a superuser */
export function countFilled(database: Database, campaign: string): Promise<void> {
  return transaction(database, async (connection) => {
    await connection.query('set local statement_timeout = 0');
    await joinWholeTables(connection);
    await connection.query(noteMissing, [campaign]);
  });
}

import type { Database } from '@inaam/server/database/database.ts';
import { transaction } from '@inaam/server/database/database.ts';
import { joinWholeTables } from '@inaam/server/database/read-only.ts';

const recordFilled = `
  insert into inaam.rollup_change (campaign, hour, figure, label, amount, change)
  select $1, inaam.rollup_hour(verified_at), 'verified', state, 0, count(*)
  from inaam.participant as filled where campaign = $1 and ${isFilled('verified')} group by 2, 4
  union all
  select $1, inaam.rollup_hour(granted_at), 'rewarded', state, amount, count(*)
  from inaam.reward as filled join inaam.participant using (campaign, pseudonym)
  where campaign = $1 and ${isFilled('granted')} group by 2, 4, 5`;

/** The console's figures count who is in the ledger, which has no entries of the filled rows. */
function isFilled(kind: string): string {
  return `not exists (
    select from inaam.ledger where ledger.campaign = $1 and kind = '${kind}'
      and ledger.pseudonym = filled.pseudonym and ledger.content <> 'filled')`;
}

/** Once for each campaign. @param database as a superuser */
export function countFilled(database: Database, campaign: string): Promise<void> {
  return transaction(database, async (connection) => {
    await connection.query('set local statement_timeout = 0');
    await joinWholeTables(connection);
    await connection.query(recordFilled, [campaign]);
  });
}

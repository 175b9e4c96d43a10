import { recordAudit, type Audit } from '@inaam/server/database/audit-log.ts';
import { transaction, type Database } from '@inaam/server/database/database.ts';
import type { StoredPayout } from './statement.rules.ts';

/** Those of these keys, and all that were paid in the period (ms). */
export async function readPayoutsOf(
  database: Database,
  campaign: string,
  { keys, from, until }: { keys: readonly string[]; from: number; until: number },
): Promise<StoredPayout[]> {
  const { rows } = await database.query<StoredPayout>(
    `select transfer as key, amount, state from inaam.upi_payout
     where campaign = $1 and (transfer = any ($2)
       or (started_at >= $3 and started_at < $4 and state = 'paid'))
     order by transfer`,
    [campaign, keys, new Date(from), new Date(until)],
  );
  return rows;
}

/** `deliver` asks the provider about these at once. */
export function askAbout(
  database: Database,
  campaign: string,
  keys: readonly string[],
  audit: Audit,
): Promise<void> {
  return transaction(database, async (connection) => {
    await connection.query(
      'update inaam.upi_payout set next_at = $3 where campaign = $1 and transfer = any ($2)',
      [campaign, keys, new Date(audit.operator.at)],
    );
    await recordAudit(connection, audit);
  });
}

// The pause is stored in the head, which orders all grants.
import { recordAudit, type Audit } from '../database/audit-log.ts';
import { transaction, type Database } from '../database/database.ts';
import { lockHead } from './ledger.sql.ts';

/** Since when the campaign has been paused (wall time, ms); undefined: it is not paused. */
export async function readPause(database: Database, campaign: string): Promise<number | undefined> {
  const { rows } = await database.query<{ paused_at: Date | null }>(
    'select paused_at from inaam.head where campaign = $1',
    [campaign],
  );
  return rows[0]?.paused_at?.getTime();
}

/**
 * Waits for grants in progress. While the campaign is paused nothing is granted.
 * @param at wall time, ms; null to resume
 * @returns whether anything changed
 * @throws if the campaign has not committed to a draw
 */
export function setPause(
  database: Database,
  campaign: string,
  { at, audit }: { at: number | null; audit: Audit },
): Promise<boolean> {
  return transaction(database, async (connection) => {
    await lockHead(connection, campaign);
    const { rowCount } = await connection.query(
      `update inaam.head set paused_at = $2
       where campaign = $1 and (paused_at is null) <> ($2::timestamptz is null)`,
      [campaign, at === null ? null : new Date(at)],
    );
    if (rowCount === 0) return false;
    await recordAudit(connection, audit);
    return true;
  });
}

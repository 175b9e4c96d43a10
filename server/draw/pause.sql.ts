// The pause is stored in the head, which orders all grants.
import { recordAudit, type Audit } from '../database/audit-log.ts';
import { transaction, type Database } from '../database/database.ts';
import { lockHead } from './ledger.sql.ts';
import { readCommitment } from './commitments.sql.ts';
import { Refusal } from '../platform/errors.ts';
import { indianTime } from '../platform/format.ts';

/** Since when the campaign has been paused (wall time, ms); undefined: it is not paused. */
export async function readPause(database: Database, campaign: string): Promise<number | undefined> {
  const { rows } = await database.query<{ paused_at: Date | null }>(
    'select paused_at from inaam.head where campaign = $1',
    [campaign],
  );
  return rows[0]?.paused_at?.getTime();
}

/** The campaign has not begun. Nothing was changed. */
class NothingToPause extends Refusal {
  override name = 'NothingToPause';
}

/** `since`: wall time, ms; undefined: not paused now. */
type Paused = { isChanged: boolean; since: number | undefined; sentence: string };

/**
 * Waits for grants in progress. While the campaign is paused nothing is granted.
 * @param at wall time, ms; null to resume
 * @returns whether anything changed
 * @throws if the campaign has not committed to a draw
 */
export async function setCampaignPause(
  database: Database,
  id: string,
  { isPaused, audit }: { isPaused: boolean; audit: Audit },
): Promise<Paused> {
  if ((await readCommitment(database, id)) === undefined) {
    throw new NothingToPause(
      `Nothing was changed: "${id}" has not begun, because its draw has not been committed to.`,
    );
  }
  const at = isPaused ? new Date(audit.operator.at) : null;
  const isChanged = await transaction(database, async (connection) => {
    await lockHead(connection, id);
    const { rowCount } = await connection.query(
      `update inaam.head set paused_at = $2
       where campaign = $1 and (paused_at is null) <> ($2::timestamptz is null)`,
      [id, at],
    );
    if (rowCount === 0) return false;
    await recordAudit(connection, audit);
    return true;
  });
  const since = await readPause(database, id);
  const done = isPaused ? 'Paused: nothing is granted any more.' : 'Resumed.';
  const already = isPaused
    ? `It has been paused${since === undefined ? '' : ` since ${indianTime(since)} IST`}.`
    : 'It was not paused.';
  return { isChanged, since, sentence: isChanged ? done : `${already} Nothing was changed.` };
}

// Operators' changes to one number. Each change writes an audit row.
import { recordAudit, type Audit } from '../database/audit-log.ts';
import { transaction, type Connection, type Database } from '../database/database.ts';

export type Erasure = 'erased' | 'voucherOwed' | 'nothing';

/** A change to one number; the audit log identifies the number by its index. */
export type NumberChange = { campaign: string; mobileIndex: Buffer; audit: Audit };

/** Resets every limit of a number; a block remains. */
export function unlockNumber(database: Database, change: NumberChange): Promise<boolean> {
  return changed(database, change, async (connection, { campaign, mobileIndex }) => {
    // Recreate the row with its defaults, so that no kind of limit can be forgotten here.
    const { rows } = await connection.query<{ blocked: boolean }>(
      'delete from inaam.mobile_limits where campaign = $1 and mobile_index = $2 returning blocked',
      [campaign, mobileIndex],
    );
    const [row] = rows;
    if (!row) return false;
    await connection.query(
      'insert into inaam.mobile_limits (campaign, mobile_index, blocked) values ($1, $2, $3)',
      [campaign, mobileIndex, row.blocked],
    );
    return true;
  });
}

/**
 * Blocks or unblocks a number, even one that never registered. Blocking ends its sessions.
 * @returns false if nothing changed
 */
export function setBlocked(
  database: Database,
  change: NumberChange & { isBlocked: boolean },
): Promise<boolean> {
  return changed(database, change, async (connection, { campaign, mobileIndex, isBlocked }) => {
    const { rowCount } = await connection.query(
      `insert into inaam.mobile_limits as known (campaign, mobile_index, blocked) values ($1, $2, $3)
       on conflict (campaign, mobile_index) do update set blocked = $3 where known.blocked <> $3`,
      [campaign, mobileIndex, isBlocked],
    );
    if (isBlocked) {
      await connection.query(
        `update inaam.token set revoked_at = now()
         where campaign = $1 and revoked_at is null and pseudonym = any (array(
           select pseudonym from inaam.participation where campaign = $1 and mobile_index = $2))`,
        [campaign, mobileIndex],
      );
    }
    return rowCount === 1;
  });
}

export function eraseNumber(
  database: Database,
  change: NumberChange & { isForfeited: boolean },
): Promise<Erasure> {
  const { audit } = change;
  return transaction(database, async (connection) => {
    const { rows } = await connection.query<{ erasure: Erasure }>(
      'select inaam.erase_number($1, $2, $3, $4) as erasure',
      [change.campaign, change.mobileIndex, new Date(audit.operator.at), change.isForfeited],
    );
    const erasure = rows[0]?.erasure ?? 'nothing';
    if (erasure === 'erased') await recordAudit(connection, audit);
    return erasure;
  });
}

/** Writes the audit row in the same transaction, whether or not anything changed. */
function changed<Change extends NumberChange>(
  database: Database,
  change: Change,
  work: (connection: Connection, change: Change) => Promise<boolean>,
): Promise<boolean> {
  return transaction(database, async (connection) => {
    const isChanged = await work(connection, change);
    const details = { ...change.audit.details, changed: isChanged };
    await recordAudit(connection, { ...change.audit, details });
    return isChanged;
  });
}

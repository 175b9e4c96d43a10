import { recordAudit, type Audit } from '../database/audit-log.ts';
import { transaction, type Database } from '../database/database.ts';

/** What an account may do with people only so often. The index `audit_of_lookups` has the first. */
export type LimitedCommand = 'console person find' | 'console person export';

export type LookupLimit = { most: number; withinMs: number };

/**
 * Records in the audit log that an account looks a person up or exports one, or that it was refused
 * because it has done so too often. One at a time, so that many at once cannot pass the limit.
 * @returns false: refused
 */
export function recordLookup(
  database: Database,
  command: LimitedCommand,
  { campaign, operator, details }: Omit<Audit, 'command' | 'confirmed'>,
  { most, withinMs }: LookupLimit,
): Promise<boolean> {
  return transaction(database, async (connection) => {
    await connection.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
      `${command}|${operator.by}`,
    ]);
    const { rows } = await connection.query<{ count: string }>(
      `select count(*) as count from (
         select from inaam.audit
         where command = '${command}' and operator = $1 and at > $2 limit $3) as recent`,
      [operator.by, new Date(operator.at - withinMs), most],
    );
    const isAllowed = Number(rows[0]?.count) < most;
    const recorded = isAllowed ? command : `${command} refused`;
    await recordAudit(connection, { campaign, command: recorded, operator, details });
    return isAllowed;
  });
}

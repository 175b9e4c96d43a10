import { recordAudit, type Audit } from '../database/audit-log.ts';
import { recordLookup, type LimitedCommand, type LookupLimit } from './person-reads.sql.ts';
import type { Database } from '../database/database.ts';
import type { SignedIn } from '../console/context.ts';

/**
 * Records that an account looks a person up or exports one. A command is not limited: it is run by
 * somebody who has the servers.
 * @returns false: refused, because the account has done so too often
 */
export async function recordLimited(
  database: Database,
  signedIn: Pick<SignedIn, 'command'>,
  command: LimitedCommand,
  audit: Audit,
  limit: LookupLimit,
): Promise<boolean> {
  if (signedIn.command === undefined) return recordLookup(database, command, audit, limit);
  await recordAudit(database, audit);
  return true;
}

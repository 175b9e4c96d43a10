import type { Connection } from '../../database/database.ts';
import { recordAudit } from '../../database/audit-log.ts';
import { endSession, writeSession } from './sessions.sql.ts';
import type { Account } from './accounts.sql.ts';
import type { ConsoleContext, Visitor } from '../context.ts';
import { hashOf, newToken } from './tokens.ts';

type Start = {
  account: Account;
  command: string;
  why: string;
  details?: { passkeys: number };
  visitor: Pick<Visitor, 'session'>;
};

/**
 * In the transaction of what lets the person in, and written in the audit log with it.
 * @returns the token, for the browser after the commit
 */
export async function startSession(
  { clocks, campaign }: ConsoleContext,
  connection: Connection,
  { account, command, why, details = { passkeys: 0 }, visitor }: Start,
): Promise<string> {
  const token = newToken();
  const at = clocks.wall();
  // The browser forgets its token, and nobody else should have it.
  if (visitor.session !== undefined) await endSession(connection, hashOf(visitor.session));
  await writeSession(connection, { tokenHash: hashOf(token), account: account.id, at });
  await recordAudit(connection, {
    campaign: campaign.id,
    command,
    operator: { by: account.name, why, at },
    details: { role: account.role, newPasskeys: details.passkeys },
  });
  return token;
}

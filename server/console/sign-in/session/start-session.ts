import type { Connection } from '../../../storage/database.ts';
import { recordAudit } from '../../../storage/audit-log.ts';
import { endSession, writeSession } from '../../../storage/console/accounts/sessions.ts';
import type { Account } from '../../../storage/console/accounts/accounts.ts';
import type { ConsoleContext, Visitor } from '../../context.ts';
import { hashOf, newToken } from '../tokens.ts';

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

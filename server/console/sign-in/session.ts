import { type Connection, transaction } from '../../database/database.ts';
import { recordAudit } from '../../database/audit-log.ts';
import {
  endSession,
  writeSession,
  continueSession,
  readSession,
  endSessionsOf,
} from './sessions.sql.ts';
import type { Account } from './accounts.sql.ts';
import type { ConsoleContext, Visitor, SignedIn, ConsoleHandler } from '../context.ts';
import { hashOf, newToken } from './tokens.ts';
import { ConsoleRefusal } from '../refusal.ts';

type Start = {
  account: Account;
  command: string;
  reason: string;
  details?: { passkeys: number };
  visitor: Pick<Visitor, 'session'>;
};

/**
 * Runs in the transaction that admits the person, and writes an audit row.
 * @returns the token, to give to the browser after the commit
 */
export async function startSession(
  { clocks, campaign }: ConsoleContext,
  connection: Connection,
  { account, command, reason, details = { passkeys: 0 }, visitor }: Start,
): Promise<string> {
  const token = newToken();
  const at = clocks.wall();
  // The browser forgets the old token, so nobody should be able to use it.
  if (visitor.session !== undefined) await endSession(connection, hashOf(visitor.session));
  await writeSession(connection, { tokenHash: hashOf(token), account: account.id, at });
  await recordAudit(connection, {
    campaign: campaign.id,
    command,
    operator: { by: account.name, reason, at },
    details: { role: account.role, newPasskeys: details.passkeys },
  });
  return token;
}

/**
 * @param isBackground true: the call does not extend the session
 * @throws ConsoleRefusal
 */
export async function signedInBy(
  token: string | undefined,
  { database, campaign, clocks }: ConsoleContext,
  isBackground = false,
): Promise<SignedIn> {
  const session = hashOf(token ?? '');
  const look = isBackground ? readSession : continueSession;
  const found =
    token === undefined
      ? undefined
      : await look(database, {
          campaign: campaign.id,
          tokenHash: session,
          at: clocks.wall(),
        });
  if (!found) throw new ConsoleRefusal('signedOut', 'You are signed out. Sign in again.');
  return { ...found, session };
}

export const signOut: ConsoleHandler<'signOut'> = async (
  { database },
  _fields,
  { session },
  visitor,
) => {
  await endSession(database, session);
  visitor.forgetSession();
  return {};
};

export const signOutEverywhere: ConsoleHandler<'signOutEverywhere'> = async (
  { database, campaign, clocks },
  _fields,
  { id, name },
  visitor,
) => {
  await transaction(database, async (connection) => {
    const sessions = await endSessionsOf(connection, id);
    await recordAudit(connection, {
      campaign: campaign.id,
      command: 'console sign-out',
      operator: { by: name, reason: 'signed out everywhere', at: clocks.wall() },
      details: { sessions },
    });
  });
  visitor.forgetSession();
  return {};
};

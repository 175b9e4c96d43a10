import { type Connection, transaction } from '../../database/database.ts';
import { recordAudit } from '../../database/audit-log.ts';
import {
  endSession,
  writeSession,
  continueSession,
  findSession,
  endSessionsOf,
} from './sessions.sql.ts';
import type { Account } from './accounts.sql.ts';
import type { ConsoleContext, Visitor, SignedIn, ConsoleHandler } from '../context.ts';
import { hashOf, newToken } from './tokens.ts';
import { ConsoleRefusal } from '../refusal.ts';
import { timingSafeEqual } from 'node:crypto';
import { attemptFrom, countAttempt, forgetAttempts } from './guard.ts';

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
  const look = isBackground ? findSession : continueSession;
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

export const readSession: ConsoleHandler<'readSession'> = async (
  { campaign, clocks, signInLink },
  _fields,
  { id, name, role, expiresAt },
) => ({
  account: { id, name, role },
  campaign: { id: campaign.id, ...lookOf(campaign) },
  at: clocks.campaign(),
  expiresAt,
  isDemo: signInLink !== undefined,
});

/** Demo only: the link is printed at the start and ends with the process. */
export const enterByLink: ConsoleHandler<'enterByLink'> = async (
  context,
  { token },
  _signedIn,
  visitor,
) => {
  const { signInLink, database } = context;
  if (!signInLink) {
    throw new ConsoleRefusal('refused', 'Sign in with a passkey: there is no link here.');
  }
  const attempt = attemptFrom(context, visitor.address);
  await countAttempt(context, attempt);
  if (!timingSafeEqual(hashOf(token), hashOf(signInLink.token))) {
    throw new ConsoleRefusal(
      'refused',
      'This link has ended: open the one that the demonstration has printed last.',
    );
  }
  const session = await transaction(database, (connection) =>
    startSession(context, connection, {
      account: signInLink.account,
      command: 'console sign-in',
      reason: "signed in by the demonstration's link",
      visitor,
    }),
  );
  await forgetAttempts(context, [attempt]);
  visitor.keepSession(session);
  return {};
};

export const readSignInWays: ConsoleHandler<'readSignInWays'> = async ({
  campaign,
  openIdProvider,
  takesPasskeys,
}) => ({
  campaign: lookOf(campaign),
  company: openIdProvider?.name ?? null,
  hasPasskeys: takesPasskeys,
});

const lookOf = ({ name, theme }: ConsoleContext['campaign']) => ({
  name,
  color: theme.colours.brand,
});

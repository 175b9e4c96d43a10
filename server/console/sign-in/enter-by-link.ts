import { timingSafeEqual } from 'node:crypto';
import { transaction } from '../../database/database.ts';
import type { ConsoleHandler } from '../context.ts';
import { ConsoleRefusal } from '../refusal.ts';
import { attemptFrom, countAttempt, forgetAttempts } from './guard.ts';
import { startSession } from './session.ts';
import { hashOf } from './tokens.ts';

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
  openIdProvider,
  takesPasskeys,
}) => ({ company: openIdProvider?.name ?? null, hasPasskeys: takesPasskeys });

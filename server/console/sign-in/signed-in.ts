import { continueSession, readSession } from './sessions.sql.ts';
import type { ConsoleContext, SignedIn } from '../context.ts';
import { ConsoleRefusal } from '../refusal.ts';
import { hashOf } from './tokens.ts';

/**
 * @param restsOn the session does not last longer by it
 * @throws ConsoleRefusal
 */
export async function signedInBy(
  token: string | undefined,
  { database, campaign, clocks }: ConsoleContext,
  restsOn = false,
): Promise<SignedIn> {
  const session = hashOf(token ?? '');
  const look = restsOn ? readSession : continueSession;
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

import { continueSession, readSession } from '../storage/console/sessions.ts';
import type { ConsoleContext, SignedIn } from './context.ts';
import { ConsoleRefusal } from './refusal.ts';
import { hashOf } from './sign-in/tokens.ts';

/**
 * @param isRefresh nobody has asked: the session rests on
 * @throws ConsoleRefusal
 */
export async function signedInBy(
  token: string | undefined,
  { database, campaign, clocks }: ConsoleContext,
  isRefresh = false,
): Promise<SignedIn> {
  const session = hashOf(token ?? '');
  const look = isRefresh ? readSession : continueSession;
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

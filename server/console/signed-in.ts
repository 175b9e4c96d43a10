import { continueSession } from '../storage/console/sessions.ts';
import type { ConsoleContext, SignedIn } from './context.ts';
import { ConsoleRefusal } from './refusal.ts';
import { hashOf } from './sign-in/tokens.ts';

/** @throws ConsoleRefusal */
export async function signedInBy(
  token: string | undefined,
  { database, campaign, clocks }: ConsoleContext,
): Promise<SignedIn> {
  const session = hashOf(token ?? '');
  const found =
    token === undefined
      ? undefined
      : await continueSession(database, {
          campaign: campaign.id,
          tokenHash: session,
          at: clocks.wall(),
        });
  if (!found) throw new ConsoleRefusal('signedOut', 'You are signed out. Sign in again.');
  return { ...found, session };
}

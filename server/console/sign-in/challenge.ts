import { takeChallenge, writeChallenge } from './challenges.sql.ts';
import type { ConsoleContext } from '../context.ts';
import { ConsoleRefusal } from '../refusal.ts';
import { hashOf } from './tokens.ts';

export const challengeMs = 5 * 60_000;

/** @param invitation the hash of its token; null: to sign in */
export async function keepChallenge(
  { database, campaign, clocks }: ConsoleContext,
  challenge: string,
  invitation: Buffer | null,
  lifeMs = challengeMs,
): Promise<void> {
  const at = clocks.wall();
  await writeChallenge(database, {
    hash: hashOf(challenge),
    campaign: campaign.id,
    invitation,
    at,
    expiresAt: at + lifeMs,
  });
}

/** Once, whatever comes of it. @throws ConsoleRefusal */
export async function spendChallenge(
  { database, campaign, clocks }: ConsoleContext,
  challenge: string,
  invitation: Buffer | null,
  refusal = 'That took longer than five minutes. Try again.',
): Promise<void> {
  const isOurs = await takeChallenge(database, {
    hash: hashOf(challenge),
    campaign: campaign.id,
    invitation,
    at: clocks.wall(),
  });
  if (isOurs) return;
  throw new ConsoleRefusal('refused', refusal);
}

/** What passkeys are bound to. */
export const relyingPartyOf = ({ origin }: ConsoleContext): string => new URL(origin).hostname;

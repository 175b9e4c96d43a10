// Counts failed attempts to sign in, and locks their source for a while.
import { clientNetwork } from '../../http/client-address.ts';
import { countTry, forgetTries, takeBackTry } from './sessions.sql.ts';
import type { ConsoleContext } from '../context.ts';
import { ConsoleRefusal } from '../refusal.ts';
import { hashOf } from './tokens.ts';

/**
 * One address is an office, one passkey a person. Anybody can place a link to an invitation, and
 * opening it counts as a try. So invitations are counted separately, lock no other way to sign in,
 * and have a high limit, since nobody guesses 256 bits. A start is no failure: it costs nothing.
 */
export const triesMax = { address: 20, passkey: 5, invitation: 200 } as const;

const whatIsLocked: Readonly<Record<keyof typeof triesMax, string>> = {
  address: 'One address has failed to sign in to the console',
  passkey: 'One passkey has failed to sign in to the console',
  invitation: 'One address has opened invitations to the console that are none or have ended',
};

export type Attempt = { kind: keyof typeof triesMax; source: string };

/** Stored as a keyed index, not as the address. */
export const attemptFrom = ({ keys }: ConsoleContext, address: string): Attempt => ({
  kind: 'address',
  source: keys.addressCounter(clientNetwork(address).network),
});

export const invitationFrom = ({ keys }: ConsoleContext, address: string): Attempt => ({
  kind: 'invitation',
  source: `invitation:${keys.addressCounter(clientNetwork(address).network)}`,
});

/** Only for known passkeys: unknown ones could create any number of rows. */
export const attemptWith = (id: Buffer): Attempt => ({
  kind: 'passkey',
  source: `passkey:${hashOf(id.toString('base64url')).toString('base64url')}`,
});

/** @throws ConsoleRefusal while it is locked */
export async function countAttempt(
  { database, campaign, clocks, log }: ConsoleContext,
  { kind, source }: Attempt,
): Promise<void> {
  const max = triesMax[kind];
  const at = clocks.wall();
  const one = { campaign: campaign.id, source, at, max };
  const { lockedUntil, tries } = await countTry(database, one);
  if (tries === max && lockedUntil === undefined) {
    log.warn({}, `${whatIsLocked[kind]} as often as allowed: locked for a while.`);
  }
  if (lockedUntil === undefined) return;
  const minutes = Math.max(1, Math.ceil((lockedUntil - at) / 60_000));
  throw new ConsoleRefusal(
    'locked',
    `${kind === 'invitation' ? 'Too many links of invitations that have ended were opened here.' : 'Too many attempts to sign in have failed.'} Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
  );
}

export async function forgetAttempts(
  { database, campaign }: ConsoleContext,
  attempts: readonly Attempt[],
): Promise<void> {
  const sources = attempts.map(({ source }) => source);
  await forgetTries(database, campaign.id, sources);
}

/** @public For an attempt that failed through no fault of the caller. */
export async function takeBackAttempt(
  { database, campaign }: ConsoleContext,
  { source }: Attempt,
): Promise<void> {
  await takeBackTry(database, { campaign: campaign.id, source });
}

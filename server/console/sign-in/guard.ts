// Counts the attempts to sign in that did not succeed, and locks their source for a while.
import { clientNetwork } from '../../http/client-address.ts';
import { countTry, forgetTries, takeBackTry } from './sessions.sql.ts';
import type { ConsoleContext } from '../context.ts';
import { ConsoleRefusal } from '../refusal.ts';
import { hashOf } from './tokens.ts';

/**
 * One address is an office, one passkey a person. A link to an invitation can stand on any page, in
 * any mail, and opening it is a try: so these are counted apart, keep nobody from signing in, and
 * may be many, since nobody guesses 256 bits. A start is no failure, but so few addresses or
 * invitations must not end the open challenges of everybody else.
 */
export const triesMax = { address: 20, passkey: 5, invitation: 200, start: 60 } as const;

const whatIsLocked: Readonly<Record<keyof typeof triesMax, string>> = {
  address: 'One address has failed to sign in to the console',
  passkey: 'One passkey has failed to sign in to the console',
  invitation: 'One address has opened invitations to the console that are none or have ended',
  start: 'One address or invitation has begun to sign in to the console, and not gone on,',
};

export type Attempt = { kind: keyof typeof triesMax; source: string };

/** The address as a keyed index: it is not stored. */
export const attemptFrom = ({ keys }: ConsoleContext, address: string): Attempt => ({
  kind: 'address',
  source: keys.addressCounter(clientNetwork(address).network),
});

/** With the link of an invitation. */
export const invitationFrom = ({ keys }: ConsoleContext, address: string): Attempt => ({
  kind: 'invitation',
  source: `invitation:${keys.addressCounter(clientNetwork(address).network)}`,
});

/** Of a challenge, which costs nothing to ask for. */
export const startFrom = ({ keys }: ConsoleContext, address: string): Attempt => ({
  kind: 'start',
  source: `start:${keys.addressCounter(clientNetwork(address).network)}`,
});

/** Of a challenge for an invitation, from any address. */
export const startWith = (invitation: Buffer): Attempt => ({
  kind: 'start',
  source: `start:invitation:${invitation.toString('base64url')}`,
});

/** Only of one that is known: others would be as many rows as somebody likes. */
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
  for (const { source } of attempts) {
    await forgetTries(database, { campaign: campaign.id, source });
  }
}

/** Of an attempt that failed by no fault of whoever made it. */
export async function takeBackAttempt(
  { database, campaign }: ConsoleContext,
  { source }: Attempt,
): Promise<void> {
  await takeBackTry(database, { campaign: campaign.id, source });
}

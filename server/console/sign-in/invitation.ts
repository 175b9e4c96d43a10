import { transaction } from '../../database/database.ts';
import { readInvitation, useInvitation } from './accounts.sql.ts';
import { addPasskey, passkeyIdsOf, type Passkey } from './sessions.sql.ts';
import type { ConsoleContext, ConsoleHandler } from '../context.ts';
import { ConsoleRefusal } from '../refusal.ts';
import {
  bytesOf,
  challengeMs,
  newChallenge,
  relyingPartyOf,
  spendChallenge,
  requirePasskeys,
  challengeOf,
  readRegistration,
  webAuthn,
  type Registration,
} from './passkey.ts';
import { countAttempt, forgetAttempts, invitationFrom } from './guard.ts';
import { idsOf, startSession } from './session.ts';
import { hashOf, isToken } from './tokens.ts';

/** ES256, EdDSA and RS256 (COSE): every device supports one of them. */
const algorithms = [-7, -8, -257];

const accepting = (tokenHash: Buffer) => `invitation|${tokenHash.toString('hex')}`;

export const startInvitation: ConsoleHandler<'startInvitation'> = async (
  context,
  { token },
  _signedIn,
  { address },
) => {
  assertInvitationToken(token);
  const attempt = invitationFrom(context, address);
  await countAttempt(context, attempt);
  const { database, campaign, clocks, openIdProvider, takesPasskeys } = context;
  const tokenHash = hashOf(token);
  const looked = { campaigns: idsOf(context), tokenHash, at: clocks.wall() };
  const account = await readInvitation(database, looked);
  if (!account) throw invitationEnded();
  await forgetAttempts(context, [attempt]);
  const { name, roles } = account;
  const role = roles[0]?.role ?? 'viewer';
  const company = openIdProvider?.name ?? null;
  if (!takesPasskeys) return { name, role, company, options: null };
  const ids = await passkeyIdsOf(database, account.id);
  const { generateRegistrationOptions } = await webAuthn();
  const options = await generateRegistrationOptions({
    rpName: `Inaam console, ${campaign.id}`,
    rpID: relyingPartyOf(context),
    challenge: bytesOf(newChallenge(context, accepting(tokenHash))),
    userID: new Uint8Array(Buffer.from(account.id)),
    userName: name,
    userDisplayName: name,
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    timeout: challengeMs,
    excludeCredentials: ids.map((id) => ({ id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  return { name, role, company, options: { ...options } };
};

export const finishInvitation: ConsoleHandler<'finishInvitation'> = async (
  context,
  { token, response: sent },
  _signedIn,
  visitor,
) => {
  requirePasskeys(context);
  const attempt = invitationFrom(context, visitor.address);
  await countAttempt(context, attempt);
  const response = readRegistration(sent);
  const tokenHash = hashOf(token);
  const challenge = challengeOf(response);
  await spendChallenge(context, challenge, accepting(tokenHash));
  const passkey = await newPasskey(context, response, challenge);
  const { database, clocks } = context;
  const session = await transaction(database, async (connection) => {
    const at = clocks.wall();
    const campaigns = idsOf(context);
    const account = await useInvitation(connection, { campaigns, tokenHash, at });
    if (!account) throw invitationEnded();
    if (!(await addPasskey(connection, { account: account.id, at, passkey }))) {
      throw new ConsoleRefusal('refused', 'This passkey is already in use. Make another one.');
    }
    return startSession(context, connection, {
      account,
      command: 'console accept',
      reason: 'accepted an invitation',
      details: { passkeys: 1 },
      visitor,
    });
  });
  await forgetAttempts(context, [attempt]);
  visitor.keepSession(session);
  return {};
};

/** @throws ConsoleRefusal */
async function newPasskey(
  context: ConsoleContext,
  response: Registration,
  challenge: string,
): Promise<Passkey> {
  const refusal = new ConsoleRefusal(
    'refused',
    'This passkey cannot be used: it must ask for a fingerprint, a face or a PIN. Try another one.',
  );
  const { verifyRegistrationResponse } = await webAuthn();
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: context.origin,
      expectedRPID: relyingPartyOf(context),
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    });
    if (!verified) throw refusal;
    const { id, publicKey, counter } = registrationInfo.credential;
    return { id: Buffer.from(id, 'base64url'), publicKey: Buffer.from(publicKey), counter };
  } catch {
    // The library's errors quote the request.
    throw refusal;
  }
}

/** @public For plugins. */
export const invitationEnded = () =>
  new ConsoleRefusal(
    'refused',
    'This invitation was used or has ended. Ask the sender for another one.',
  );

/**
 * @public Checked before anything is counted or looked up: a partial link is no guess.
 * @throws ConsoleRefusal
 */
export function assertInvitationToken(token: string): void {
  if (isToken(token)) return;
  throw new ConsoleRefusal(
    'refused',
    'This link is not complete. Copy all of it, or ask the sender for another one.',
  );
}

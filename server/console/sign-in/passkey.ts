import {
  generateAuthenticationOptions,
  verifyAuthenticationResponse,
} from '@simplewebauthn/server';
import { transaction } from '../../database/database.ts';
import { countPasskeyUse, readPasskey, type Passkey } from './passkeys.sql.ts';
import type { ConsoleContext, ConsoleHandler } from '../context.ts';
import { ConsoleRefusal } from '../refusal.ts';
import { challengeMs, keepChallenge, relyingPartyOf, spendChallenge } from './challenge.ts';
import { attemptFrom, attemptWith, countAttempt, forgetAttempts, startFrom } from './guard.ts';
import { requirePasskeys } from './require-passkeys.ts';
import { challengeOf, readAuthentication, type Authentication } from './responses.ts';
import { startSession } from './start-session.ts';

/** The same for every reason: nobody learns which passkeys are known. */
const notAccepted = () =>
  new ConsoleRefusal(
    'refused',
    'This passkey was not accepted. Use the one of your invitation, or ask for another invitation.',
  );

/** Names no passkey: the browser offers those that it has for this address. */
export const startSignIn: ConsoleHandler<'startSignIn'> = async (
  context,
  _fields,
  _signedIn,
  { address },
) => {
  requirePasskeys(context);
  await countAttempt(context, startFrom(context, address));
  const options = await generateAuthenticationOptions({
    rpID: relyingPartyOf(context),
    userVerification: 'required',
    timeout: challengeMs,
  });
  await keepChallenge(context, options.challenge, null);
  return { ...options };
};

export const finishSignIn: ConsoleHandler<'finishSignIn'> = async (
  context,
  fields,
  _signedIn,
  visitor,
) => {
  requirePasskeys(context);
  const response = readAuthentication(fields.response);
  const address = attemptFrom(context, visitor.address);
  await countAttempt(context, address);
  const challenge = challengeOf(response);
  await spendChallenge(context, challenge, null);
  const id = Buffer.from(response.id, 'base64url');
  const known = await readPasskey(context.database, context.campaign.id, id);
  if (!known) throw notAccepted();
  const withPasskey = attemptWith(id);
  await countAttempt(context, withPasskey);
  const { account, passkey } = known;
  const counter = await newCounter(context, response, challenge, passkey);
  if (counter === undefined) throw notAccepted();
  const token = await transaction(context.database, async (connection) => {
    const at = context.clocks.wall();
    if (!(await countPasskeyUse(connection, { id, counter, at }))) throw notAccepted();
    const how = { command: 'console sign-in', why: 'signed in with a passkey', visitor };
    return startSession(context, connection, { account, ...how });
  });
  await forgetAttempts(context, [address, withPasskey, startFrom(context, visitor.address)]);
  visitor.keepSession(token);
  return {};
};

/** Undefined if the response does not fit. Its counter must have grown. */
async function newCounter(
  context: ConsoleContext,
  response: Authentication,
  challenge: string,
  { publicKey, counter }: Passkey,
): Promise<number | undefined> {
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: context.origin,
      expectedRPID: relyingPartyOf(context),
      credential: { id: response.id, publicKey: new Uint8Array(publicKey), counter },
      requireUserVerification: true,
    });
    return verified ? authenticationInfo.newCounter : undefined;
  } catch {
    // The library's errors quote what was sent.
    return undefined;
  }
}

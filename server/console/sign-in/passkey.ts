import { randomBytes, timingSafeEqual } from 'node:crypto';
import { transaction } from '../../database/database.ts';
import { countPasskeyUse, readPasskey, type Passkey, useChallenge } from './sessions.sql.ts';
import type { ConsoleContext, ConsoleHandler } from '../context.ts';
import { ConsoleRefusal } from '../refusal.ts';
import { attemptFrom, attemptWith, countAttempt, forgetAttempts } from './guard.ts';
import { idsOf, startSession } from './session.ts';
import { hashOf } from './tokens.ts';
import * as z from 'zod';

/** When somebody signs in: no other package takes as long to load. */
export const webAuthn = () => import('@simplewebauthn/server');

/** The same for every reason, so that nobody learns which passkeys are known. */
const notAccepted = () =>
  new ConsoleRefusal(
    'refused',
    'This passkey was not accepted. Use the one of your invitation, or ask for another invitation.',
  );

const signingIn = 'passkey';

/** Names no passkey: the browser offers those it has for this address. */
export const startSignIn: ConsoleHandler<'startSignIn'> = async (context, _fields) => {
  requirePasskeys(context);
  const { generateAuthenticationOptions } = await webAuthn();
  const options = await generateAuthenticationOptions({
    rpID: relyingPartyOf(context),
    challenge: bytesOf(newChallenge(context, signingIn)),
    userVerification: 'required',
    timeout: challengeMs,
  });
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
  await spendChallenge(context, challenge, signingIn);
  const id = Buffer.from(response.id, 'base64url');
  const known = await readPasskey(context.database, idsOf(context), id);
  if (!known) throw notAccepted();
  const withPasskey = attemptWith(id);
  await countAttempt(context, withPasskey);
  const { account, passkey } = known;
  const counter = await newCounter(context, response, challenge, passkey);
  if (counter === undefined) throw notAccepted();
  const token = await transaction(context.database, async (connection) => {
    const at = context.clocks.wall();
    if (!(await countPasskeyUse(connection, { id, counter, at }))) throw notAccepted();
    const audited = { command: 'console sign-in', reason: 'signed in with a passkey', visitor };
    return startSession(context, connection, { account, ...audited });
  });
  await forgetAttempts(context, [address, withPasskey]);
  visitor.keepSession(token);
  return {};
};

/** Undefined if the response is not valid. The counter must have grown. */
async function newCounter(
  context: ConsoleContext,
  response: Authentication,
  challenge: string,
  { publicKey, counter }: Passkey,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await webAuthn();
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
    // The library's errors quote the request.
    return undefined;
  }
}

export const challengeMs = 5 * 60_000;

/** As the library takes a challenge. */
export const bytesOf = (challenge: string) => new Uint8Array(Buffer.from(challenge, 'base64url'));

// A challenge is signed, with the time of its end. Nothing is stored before somebody uses it, so
// that no number of others ends it.
const timeBytes = 6;
const headBytes = 16;
const macBytes = 16;

const macOf = ({ keys }: ConsoleContext, purpose: string, head: Uint8Array) =>
  keys.challengeMac(purpose, head).subarray(0, macBytes);

/** @returns 43 characters of base64url */
export function newChallenge(
  context: ConsoleContext,
  purpose: string,
  lifeMs = challengeMs,
): string {
  const head = randomBytes(headBytes);
  head.writeUIntBE(Math.round(context.clocks.wall() + lifeMs), 0, timeBytes);
  return Buffer.concat([head, macOf(context, purpose, head)]).toString('base64url');
}

/** A challenge is used up by the first attempt, whatever its result. @throws ConsoleRefusal */
export async function spendChallenge(
  context: ConsoleContext,
  text: string,
  purpose: string,
  refusal = 'That took longer than five minutes. Try again.',
): Promise<void> {
  const challenge = Buffer.from(text, 'base64url');
  const head = challenge.subarray(0, headBytes);
  const mac = macOf(context, purpose, head);
  const isOurs =
    challenge.length === headBytes + macBytes &&
    timingSafeEqual(challenge.subarray(headBytes), mac);
  const [at, until] = [context.clocks.wall(), isOurs ? head.readUIntBE(0, timeBytes) : 0];
  // By its bytes: more than one text means the same.
  const used = { challenge: hashOf(challenge.toString('base64url')), at, until };
  if (until > at && (await useChallenge(context.database, used))) return;
  throw new ConsoleRefusal('refused', refusal);
}

/** The domain that passkeys are bound to. */
export const relyingPartyOf = ({ origin }: ConsoleContext): string => new URL(origin).hostname;

/** @throws ConsoleRefusal if the company allows only single sign-on */
export function requirePasskeys({ takesPasskeys, openIdProvider }: ConsoleContext): void {
  if (takesPasskeys) return;
  const company = openIdProvider?.name ?? 'the company';
  throw new ConsoleRefusal('refused', `Passkeys are not used here: sign in with ${company}.`);
}

// Validates only the shape of a browser's passkey response; the library checks the rest.

const bytes = z.string().regex(/^[\w-]{1,20000}$/);
const credential = {
  id: bytes.max(1400),
  rawId: bytes.max(1400),
  type: z.literal('public-key'),
  clientExtensionResults: z.record(z.string(), z.unknown()).transform(() => ({})),
};

const authentication = z.object({
  ...credential,
  response: z.object({ clientDataJSON: bytes, authenticatorData: bytes, signature: bytes }),
});

const registration = z.object({
  ...credential,
  response: z.object({ clientDataJSON: bytes, attestationObject: bytes }),
});

type Authentication = z.infer<typeof authentication>;
export type Registration = z.infer<typeof registration>;

const notUnderstood = () =>
  new ConsoleRefusal('invalid', 'The answer of the passkey was not understood. Try again.');

/** @throws ConsoleRefusal */
function readAuthentication(response: unknown): Authentication {
  const { data } = authentication.safeParse(response);
  if (!data) throw notUnderstood();
  return data;
}

/** @throws ConsoleRefusal */
export function readRegistration(response: unknown): Registration {
  const { data } = registration.safeParse(response);
  if (!data) throw notUnderstood();
  return data;
}

const clientData = z.object({ challenge: bytes.max(200) });

/** @throws ConsoleRefusal */
export function challengeOf({
  response: { clientDataJSON },
}: {
  response: { clientDataJSON: string };
}): string {
  try {
    const text = Buffer.from(clientDataJSON, 'base64url').toString('utf8');
    return clientData.parse(JSON.parse(text)).challenge;
  } catch {
    throw notUnderstood();
  }
}

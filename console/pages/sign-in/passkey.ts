import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
  WebAuthnError,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import * as z from 'zod/mini';
import { CallFailure, type SendCall } from '../../app/calls/send-call.ts';

const challenge = z.looseObject({ challenge: z.string() });
const isOptions = (value: unknown) => z.safeParse(challenge, value).success;
const requestOptions = z.custom<PublicKeyCredentialRequestOptionsJSON>(isOptions);
const creationOptions = z.custom<PublicKeyCredentialCreationOptionsJSON>(isOptions);

/** @throws CallFailure with a sentence for the person */
export async function signInByPasskey(send: SendCall): Promise<void> {
  requireSupport();
  const optionsJSON = z.parse(requestOptions, await send('startSignIn', {}));
  const response = await asked(() => startAuthentication({ optionsJSON }));
  await send('finishSignIn', { response: { ...response } });
}

/** @throws CallFailure with a sentence for the person */
export async function createPasskey(
  send: SendCall,
  token: string,
  options: unknown,
): Promise<void> {
  requireSupport();
  const optionsJSON = z.parse(creationOptions, options);
  const response = await asked(() => startRegistration({ optionsJSON }));
  await send('finishInvitation', { token, response: { ...response } });
}

function requireSupport(): void {
  if (browserSupportsWebAuthn()) return;
  throw new CallFailure(
    'refused',
    'This browser cannot use passkeys here. Use a current browser, over https.',
  );
}

async function asked<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    throw new CallFailure('refused', passkeyRefusal(error), { cause: error });
  }
}

const sentences: Partial<Record<WebAuthnError['code'], string>> = {
  ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED:
    'This device already has a passkey for this account. Sign in with it.',
  ERROR_INVALID_DOMAIN:
    'Passkeys work only at the console’s own address. Open the one you were given.',
  ERROR_INVALID_RP_ID:
    'Passkeys work only at the console’s own address. Open the one you were given.',
  ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT:
    'This security key has no PIN and no fingerprint. Use another.',
  ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT:
    'This security key cannot hold a passkey. Use another.',
};

/** Why the browser gave no passkey. It does not reveal whether none exists or it was cancelled. */
export function passkeyRefusal(error: unknown): string {
  const known = error instanceof WebAuthnError ? sentences[error.code] : undefined;
  if (known !== undefined) return known;
  if (error instanceof Error && error.name === 'NotAllowedError') {
    return 'No passkey was used: it was cancelled, took too long, or this device has none. Try again, or use the device on which you created yours.';
  }
  return 'The browser could not use a passkey. Try again, or use another device.';
}

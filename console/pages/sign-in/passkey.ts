import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
  WebAuthnError,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import * as z from 'zod/mini';
import { CallFailure } from '../../app/call-failure.ts';
import type { SendCall } from '../../app/send-call.ts';

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
    'This browser has no passkeys here. Use a current browser, over https.',
  );
}

async function asked<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    throw new CallFailure('refused', passkeyRefusal(error), { cause: error });
  }
}

/** Why the browser gave no passkey; it does not say whether there is none or it was cancelled. */
export function passkeyRefusal(error: unknown): string {
  if (error instanceof WebAuthnError) {
    switch (error.code) {
      case 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED':
        return 'This device already has a passkey of this account. Sign in with it.';
      case 'ERROR_INVALID_DOMAIN':
      case 'ERROR_INVALID_RP_ID':
        return 'Passkeys belong to another address of the console. Open the one you were given.';
      case 'ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT':
      case 'ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT':
        return 'This security key cannot hold a passkey with a PIN or a fingerprint. Use another.';
      default:
    }
  }
  if (error instanceof Error && error.name === 'NotAllowedError') {
    return 'No passkey was used: it was cancelled, took too long, or this device has none. Try again, or use the device on which you created yours.';
  }
  return 'The browser could not use a passkey. Try again, or use another device.';
}

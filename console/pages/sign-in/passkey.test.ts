import { WebAuthnError } from '@simplewebauthn/browser';
import { expect, test } from 'vitest';
import { passkeyRefusal } from './passkey.ts';

const cause = new Error('cause');

test('says what to do if the browser gave no passkey', () => {
  const known = new WebAuthnError({
    message: 'secret',
    code: 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED',
    cause,
  });
  expect(passkeyRefusal(known)).toContain('already has a passkey');
  const cancelled = new DOMException('The operation was not allowed.', 'NotAllowedError');
  expect(passkeyRefusal(cancelled)).toContain('cancelled');
  expect(passkeyRefusal(cause)).toContain('another device');
});

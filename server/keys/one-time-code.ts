// A one-time code as the store keeps it: a keyed hash to compare with and a sealed copy to send.
// The code itself leaves this file in no other form.
import { codeLifetimeMs } from '../rules/rate-limits.ts';
import { sealContexts } from './seal-contexts.ts';
import type { Keys } from './keys.ts';

/** Draws a code for a device and a number. */
export function newOneTimeCode(keys: Keys, userKey: string, mobileIndex: Buffer, now: number) {
  const code = keys.newCode();
  return {
    hash: keys.codeHash(code, userKey, mobileIndex),
    sealed: keys.seal(code, sealContexts.challengeCode(userKey, mobileIndex)),
    expiresAt: now + codeLifetimeMs,
  };
}

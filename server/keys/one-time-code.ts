// Stored as a hash to compare and a sealed copy to send.
import { codeLifetimeMs } from '../rules/rate-limits.ts';
import { sealContexts } from './seal-contexts.ts';
import type { Keys } from './keys.ts';

export function newOneTimeCode(keys: Keys, userKey: string, mobileIndex: Buffer, now: number) {
  const code = keys.newCode();
  return {
    hash: keys.codeHash(code, userKey, mobileIndex),
    sealed: keys.seal(code, sealContexts.challengeCode(userKey, mobileIndex)),
    expiresAt: now + codeLifetimeMs,
  };
}

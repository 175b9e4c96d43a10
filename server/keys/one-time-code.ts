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
    /** The guarded code of this moment, which is sent instead if the mobile is guarded. */
    sealGuarded: () =>
      keys.seal(
        keys.guardedCode(mobileIndex, now),
        sealContexts.guardedCode(mobileIndex, String(now)),
      ),
  };
}

/**
 * What a device has typed, for comparing it with its own code and with those of the mobile.
 * @param call.t ms, of the signed call
 */
export function typedCode(
  keys: Keys,
  { otp, t }: { otp: string; t: number },
  userKey: string,
  mobileIndex: Buffer,
) {
  return {
    hash: keys.codeHash(otp, userKey, mobileIndex),
    tryHash: keys.tryHash(otp, userKey, t),
    isGuardedCode: (sentAt: number) => keys.isSameCode(otp, keys.guardedCode(mobileIndex, sentAt)),
  };
}

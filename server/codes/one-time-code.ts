// A one-time code is stored twice: as a hash for comparing and encrypted for sending.
import { codeLifetimeMs } from './rate-limits.rules.ts';
import { sealContexts } from '../platform/seal.ts';
import type { Keys } from '../platform/keys.ts';

export function newOneTimeCode(keys: Keys, userKey: string, mobileIndex: Buffer, now: number) {
  const code = keys.newCode();
  return {
    hash: keys.codeHash(code, userKey, mobileIndex),
    sealed: keys.seal(code, sealContexts.codeRequestCode(userKey, mobileIndex)),
    expiresAt: now + codeLifetimeMs,
    /** Seals this moment's guarded code, which is sent instead if the mobile is guarded. */
    sealGuarded: () =>
      keys.seal(
        keys.guardedCode(mobileIndex, now),
        sealContexts.guardedCode(mobileIndex, String(now)),
      ),
  };
}

/**
 * The typed code, to compare with the device's own code and with the mobile's guarded codes.
 * @param call.t of the signed call, ms
 */
export function typedCode(
  keys: Keys,
  { otp, t }: { otp: string; t: number },
  userKey: string,
  mobileIndex: Buffer,
) {
  const hash = keys.codeHash(otp, userKey, mobileIndex);
  return {
    hash,
    isOwnCode: (own: Buffer) => keys.isSameHash(own, hash),
    tryHash: keys.tryHash(otp, userKey, t),
    isGuardedCode: (sentAt: number) => keys.isSameCode(otp, keys.guardedCode(mobileIndex, sentAt)),
  };
}

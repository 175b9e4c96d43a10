// A one-time code as the store keeps it: a keyed hash to compare with and a sealed copy to send. The code itself
// leaves this file in no other form.
import { codeLifeMs } from '../rules/ceilings.ts';
import { contexts } from './contexts.ts';
import type { Keys } from './keys.ts';

/** Draws a code for a device and a number. */
export function freshCode(keys: Keys, userKey: string, numberIndex: Buffer, now: number) {
  const code = keys.newCode();
  return {
    hash: keys.codeHash(code, userKey, numberIndex),
    sealed: keys.seal(code, contexts.challengeCode(userKey, numberIndex)),
    expiresAt: now + codeLifeMs,
  };
}

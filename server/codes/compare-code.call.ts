// A try is counted and committed before the code is compared, so that parallel guesses get no more
// than five comparisons.
import { guardedTryAgain, Refusal, refuse } from '../http/refusal.ts';
import type { CallContext } from '../http/context.ts';
import { typedCode } from '../platform/one-time-code.ts';
import type { Counted } from './code-tries.sql.ts';

type TypedCode = { userKey: string; mobileIndex: Buffer; otp: string; t: number };
type Comparison = Extract<Counted, { kind: 'compare' }>;

/** @throws Refusal unless the code is right */
export async function compareCode(
  { userKey, mobileIndex, otp, t }: TypedCode,
  { clocks, keys, storage }: CallContext,
): Promise<Comparison> {
  const typed = typedCode(keys, { otp, t }, userKey, mobileIndex);
  const comparison = comparisonOf(
    await storage.countTries.one({ userKey, mobileIndex, t, now: clocks.wall(), typed }),
  );
  if (!keys.isSameHash(comparison.codeHash, typed.hash)) throw refuse('invalidOtp');
  return comparison;
}

function comparisonOf(counted: Counted): Comparison {
  if (counted.kind === 'compare') return counted;
  if (counted.messageId === 'tryAgain') {
    const { isGuarded, retryAfterSeconds } = counted;
    throw isGuarded ? guardedTryAgain(retryAfterSeconds) : refuse('tryAgain', retryAfterSeconds);
  }
  if (counted.messageId === 'invalidData') {
    throw new Refusal(400, 'nothingPending', { messageId: 'invalidData' });
  }
  throw refuse(counted.messageId);
}

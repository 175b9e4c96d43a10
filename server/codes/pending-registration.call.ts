import { mobileError } from '@inaam/contract/fields.ts';
import { Refusal, refuse } from '../http/refusal.ts';
import type { CallContext } from '../http/context.ts';

/**
 * Reads the registration of the mobile that the call names. Two tabs of one phone may wait for the
 * codes of two numbers, and neither may use up the other's tries. Without a mobile, as in Spec 7,
 * reads the newest.
 * @throws Refusal
 */
export async function readPendingRegistration(
  { userKey, mobile }: { userKey: string; mobile: string | undefined },
  { keys, storage }: CallContext,
) {
  if (mobile !== undefined && mobileError(mobile)) throw refuse('invalidMobile');
  const mobileIndex = mobile === undefined ? undefined : keys.mobileIndex(mobile);
  const registration = await storage.readRegistrations.one({ userKey, mobileIndex });
  if (registration === 'none')
    throw new Refusal(400, 'nothingPending', { messageId: 'invalidData' });
  return registration;
}

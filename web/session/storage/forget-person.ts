import { forgetAgreement } from './notice-answer.ts';
import type { SafeStorage } from './safe-storage.ts';
import { removeRegistration } from './stored-registration.ts';
import { removeReward } from './stored-reward.ts';

/**
 * Deletes everything that this device remembers of the person: after Logout somebody else may use
 * it.
 */
export function forgetPerson(local: SafeStorage): void {
  removeRegistration(local);
  removeReward(local);
  forgetAgreement(local);
}

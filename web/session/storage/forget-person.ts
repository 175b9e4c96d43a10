import { forgetAgreement } from './notice-answer.ts';
import type { SafeStorage } from './safe-storage.ts';
import { removeRegistration } from './stored-registration.ts';
import { removeReward } from './stored-reward.ts';

/**
 * Deletes everything this device stores about the person, because somebody else may use it next.
 */
export function forgetPerson(local: SafeStorage): void {
  removeRegistration(local);
  removeReward(local);
  forgetAgreement(local);
}

import { forgetAgreement } from './notice-answer.ts';
import type { SafeStorage } from './safe-storage.ts';
import { removeRegistration } from './stored-registration.ts';
import { removeReward } from './stored-reward.ts';

/** All that this device remembers of the person: after Logout another one may use it. */
export function forgetPerson(local: SafeStorage): void {
  removeRegistration(local);
  removeReward(local);
  forgetAgreement(local);
}

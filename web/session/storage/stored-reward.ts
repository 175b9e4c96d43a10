// The registered number's reward, for later visits without a session. In local storage beside the
// registration; Logout removes both.
import * as z from 'zod/mini';
import type { SafeStorage } from './safe-storage.ts';
import { readRegistration, removeRegistration } from './stored-registration.ts';
import { forgetAgreement } from './notice-answer.ts';

const key = 'inaam-reward';

export type StoredReward = { mobile: string; amount: number };

const storedRewardSchema = z.object({ mobile: z.string(), amount: z.number() });

/** The reward of the number registered last. */
export function readReward(local: SafeStorage): StoredReward | undefined {
  try {
    const reward = storedRewardSchema.parse(JSON.parse(local.getItem(key) ?? 'null'));
    return reward.mobile === readRegistration(local).mobile ? reward : undefined;
  } catch {
    return undefined;
  }
}

/** Stores nothing if the number has been forgotten or replaced since the request. */
export function storeReward(local: SafeStorage, reward: StoredReward): void {
  if (reward.mobile !== readRegistration(local).mobile) return;
  local.setItem(key, JSON.stringify(reward));
}

function removeReward(local: SafeStorage): void {
  local.removeItem(key);
}

/**
 * Deletes everything this device stores about the person, because somebody else may use it next.
 */
export function forgetPerson(local: SafeStorage): void {
  removeRegistration(local);
  removeReward(local);
  forgetAgreement(local);
}

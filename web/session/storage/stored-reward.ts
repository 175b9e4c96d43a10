// The registered number's reward, for later visits without a session. In local storage beside the
// registration; Logout removes both.
import * as z from 'zod/mini';
import type { SafeStorage } from './safe-storage.ts';
import { readRegistration } from './stored-registration.ts';

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

export function removeReward(local: SafeStorage): void {
  local.removeItem(key);
}

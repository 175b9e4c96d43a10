// Which calls are sent a second time, silently, when the network fails: those that a second time changes nothing of
// (Protocol: Order and repeats). Sends nothing itself.
import type { CallName } from '@inaam/contract/calls.ts';

export const sentAgain: Record<CallName, boolean> = {
  // At worst a second user key is made, and nobody uses the first.
  startSession: true,
  // The newest answer counts.
  recordConsent: true,
  // The same number within a minute: no second SMS, and the seconds that are left.
  register: true,
  getStates: true,
  getCities: true,
  getDetails: true,
  editDetails: true,
  // The reward is granted once and told again for ever.
  getReward: true,
  // A wrong code whose answer was lost would cost two of its five tries.
  verifyOtp: false,
  // After a first that came through it is refused for a minute, and would be told as a wait.
  resendOtp: false,
};

// Which calls may be sent a second time when the network fails (Protocol: Order and repeats). After
// a 503 all of them may: nothing was half done, and a code either was not compared or was right.
import type { CallName } from '@inaam/contract/calls.ts';

export const isRepeatable: Record<CallName, boolean> = {
  startSession: true,
  recordConsent: true,
  register: true,
  getStates: true,
  getCities: true,
  getDetails: true,
  editDetails: true,
  getReward: true,
  withdrawConsent: true,
  eraseData: true,
  // Otherwise a wrong code whose answer was lost would use up two of the five tries.
  verifyOtp: false,
  // The second call would be refused as too early.
  resendOtp: false,
  proveNumber: true,
};

/**
 * After a 503 this call is repeated with the time of the first attempt. The server may have counted
 * the try and recognizes a repetition by its time.
 */
export const isKnownByTime = (name: CallName): boolean => name === 'verifyOtp';

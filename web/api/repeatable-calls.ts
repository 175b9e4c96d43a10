// After a network failure (Protocol: Order and repeats). After a 503 all calls may be repeated.
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
  // A wrong code would use up two of the five tries.
  verifyOtp: false,
  // The repetition would be too early.
  resendOtp: false,
  proveNumber: true,
};

/** The server may have counted the try, and recognizes its repetition by the time. */
export const isKnownByTime = (name: CallName): boolean => name === 'verifyOtp';

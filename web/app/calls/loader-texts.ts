import type { CallName } from '@inaam/contract/calls.ts';
import type { LoaderWords } from '@inaam/campaigns/public/words.ts';

export const loaderTexts: Record<CallName, keyof LoaderWords | null> = {
  startSession: 'startingSession',
  recordConsent: 'loading',
  register: 'savingDetails',
  resendOtp: 'resendingOtp',
  verifyOtp: 'verifyingOtp',
  getStates: 'gettingStates',
  getCities: 'loading',
  editDetails: 'savingDetails',
  getDetails: 'fetchingDetails',
  getReward: null,
  proveNumber: 'loading',
  withdrawConsent: 'loading',
  eraseData: 'loading',
};

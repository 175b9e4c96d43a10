// All but `busy` are quoted from the spec.
import type { LoaderWords } from '../../public/words.ts';

export const loader: LoaderWords = {
  startingSession: 'Starting session...',
  loading: 'Loading...',
  verifyingOtp: 'Verifying OTP...',
  resendingOtp: 'Resending OTP...',
  gettingStates: 'Getting State list',
  savingDetails: 'Saving details...',
  fetchingDetails: 'Fetching details...',
  busy: 'Many people are with us right now. Please wait: this goes on by itself.',
};

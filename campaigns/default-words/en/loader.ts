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
  busy: 'We are very busy right now. Please wait: this will continue by itself.',
};

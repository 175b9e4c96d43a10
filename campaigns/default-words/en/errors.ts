// All but those from `rewardSafe` on are quoted from the spec.
import type { ErrorWords } from '../../public/words.ts';

export const errors: ErrorWords = {
  sessionNotFound: 'Session not found! Please refresh',
  sessionExpired: 'Your session has been expired',
  network: 'Please check your network and try again',
  offline: 'You are offline',
  generic: 'Something went wrong, try again after some time',
  unexpected: 'Unexpected Application Error!',
  rewardSafe: 'Your reward is safe.',
  registerAgain:
    'Your session has ended, but your reward is safe: please register again with the same mobile number.',
  registerFirst: 'Please register first, and confirm your number with the OTP.',
  startAgain: 'Start again',
  popupTitle: 'Please note',
  offlineNow: 'You are offline. Nothing you have typed is lost.',
};

import type { LoaderWords } from '../../public/words.ts';

export const loader: LoaderWords = {
  startingSession: 'ಶುರುವಾಗುತ್ತಿದೆ...',
  loading: 'ಲೋಡ್ ಆಗುತ್ತಿದೆ...',
  verifyingOtp: 'OTP ಪರಿಶೀಲಿಸುತ್ತಿದ್ದೇವೆ...',
  resendingOtp: 'OTP ಮತ್ತೆ ಕಳುಹಿಸುತ್ತಿದ್ದೇವೆ...',
  gettingStates: 'ರಾಜ್ಯಗಳ ಪಟ್ಟಿ ಬರುತ್ತಿದೆ',
  savingDetails: 'ವಿವರಗಳು ಸೇವ್ ಆಗುತ್ತಿವೆ...',
  fetchingDetails: 'ವಿವರಗಳು ಬರುತ್ತಿವೆ...',
  busy: 'ಈಗ ಸೈಟ್‌ನಲ್ಲಿ ತುಂಬಾ ಜನರಿದ್ದಾರೆ. ದಯವಿಟ್ಟು ಸ್ವಲ್ಪ ಕಾಯಿರಿ: ಇದು ತಾನಾಗಿಯೇ ಮುಂದುವರಿಯುತ್ತದೆ.',
};

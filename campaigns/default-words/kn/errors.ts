import type { ErrorWords } from '../../public/words.ts';

export const errors: ErrorWords = {
  sessionNotFound: 'ಸೆಷನ್ ಸಿಗಲಿಲ್ಲ! ದಯವಿಟ್ಟು ಪುಟವನ್ನು ರಿಫ್ರೆಶ್ ಮಾಡಿ',
  sessionExpired: 'ನಿಮ್ಮ ಸೆಷನ್ ಅವಧಿ ಮುಗಿದಿದೆ',
  network: 'ದಯವಿಟ್ಟು ನಿಮ್ಮ ನೆಟ್‌ವರ್ಕ್ ನೋಡಿಕೊಂಡು ಮತ್ತೆ ಪ್ರಯತ್ನಿಸಿ',
  offline: 'ನೀವು ಆಫ್‌ಲೈನ್‌ನಲ್ಲಿದ್ದೀರಿ',
  offlineNow: 'ನೀವು ಆಫ್‌ಲೈನ್‌ನಲ್ಲಿದ್ದೀರಿ. ನೀವು ಬರೆದದ್ದು ಏನೂ ಕಳೆದುಹೋಗುವುದಿಲ್ಲ.',
  generic: 'ಏನೋ ತಪ್ಪಾಗಿದೆ, ಸ್ವಲ್ಪ ಸಮಯದ ನಂತರ ಮತ್ತೆ ಪ್ರಯತ್ನಿಸಿ',
  unexpected: 'ಆಪ್‌ನಲ್ಲಿ ಅನಿರೀಕ್ಷಿತ ತಪ್ಪಾಗಿದೆ!',
  rewardSafe: 'ನಿಮ್ಮ ಬಹುಮಾನ ಸುರಕ್ಷಿತವಾಗಿದೆ.',
  startAgain: 'ಮತ್ತೆ ಶುರು ಮಾಡಿ',
  popupTitle: 'ದಯವಿಟ್ಟು ಗಮನಿಸಿ',
};

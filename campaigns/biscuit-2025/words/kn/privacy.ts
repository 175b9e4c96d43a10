import type { CampaignWords } from '../../../public/words.ts';

export const privacy: CampaignWords['privacy'] = {
  statement: 'ನನ್ನ ವಯಸ್ಸು ನನ್ನ ಪ್ರದೇಶದಲ್ಲಿ ಮದ್ಯ ಸೇವಿಸಲು ಕಾನೂನು ಅನುಮತಿಸುವ ವಯಸ್ಸಿಗಿಂತ ಹೆಚ್ಚು ಎಂದು ದೃಢಪಡಿಸುತ್ತೇನೆ.',
  statementReason: 'ಈ ಆಫರ್ ವಯಸ್ಕರಿಗೆ ಮಾತ್ರ, ಹಾಗಾಗಿ ಶುರುವಿನಲ್ಲೇ ಕೇಳುತ್ತೇವೆ. ಪ್ಯಾಕ್‌ನಲ್ಲಿ ಮದ್ಯ ಇಲ್ಲ.',
};

import type { CampaignWords } from '../../../public/words.ts';

export const privacy: CampaignWords['privacy'] = {
  statement: 'ನನ್ನ ವಯಸ್ಸು {minAge} ವರ್ಷ ಅಥವಾ ಅದಕ್ಕಿಂತ ಹೆಚ್ಚು ಎಂದು ದೃಢಪಡಿಸುತ್ತೇನೆ.',
  statementReason: 'ಈ ಆಫರ್ ವಯಸ್ಕರಿಗೆ ಮಾತ್ರ, ಹಾಗಾಗಿ ಶುರುವಿನಲ್ಲೇ ಕೇಳುತ್ತೇವೆ.',
};

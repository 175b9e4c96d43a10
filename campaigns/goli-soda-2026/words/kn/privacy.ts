import type { CampaignWords } from '../../../public/words.ts';

export const privacy: CampaignWords['privacy'] = {
  statement: 'ನನಗೆ {minAge} ವರ್ಷ ತುಂಬಿದೆ ಎಂದು ದೃಢಪಡಿಸುತ್ತೇನೆ.',
  statementReason: 'ಈ ಆಫರ್ ವಯಸ್ಕರಿಗೆ ಮಾತ್ರ, ಹಾಗಾಗಿ ಮೊದಲೇ ಕೇಳುತ್ತೇವೆ. ಸೋಡಾದಲ್ಲಿ ಮದ್ಯ ಇಲ್ಲ.',
};

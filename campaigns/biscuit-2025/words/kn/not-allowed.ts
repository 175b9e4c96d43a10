import type { CampaignWords } from '../../../public/words.ts';

export const notAllowed: CampaignWords['notAllowed'] = {
  hint: 'ಕೋಡ್ ₹{packPrice} ಪ್ರೊಮೋಷನಲ್ ಪ್ಯಾಕ್ ಮೇಲಿದೆ. ನಿಮ್ಮ ಫೋನ್ ಕ್ಯಾಮೆರಾ ತೆರೆದು ಕೋಡ್ ಕಡೆಗೆ ಹಿಡಿಯಿರಿ.',
};

import type { CampaignWords } from '../../../public/words.ts';

export const notAllowed: CampaignWords['notAllowed'] = {
  hint: '₹{packPrice} ಬಾಟಲಿಯ ಲೇಬಲ್ ತೆಗೆಯಿರಿ: ಕೋಡ್ ಅದರ ಹಿಂಬದಿಯಲ್ಲಿದೆ. ನಿಮ್ಮ ಫೋನ್ ಕ್ಯಾಮೆರಾವನ್ನು ಅದರ ಕಡೆಗೆ ಹಿಡಿಯಿರಿ.',
};

import type { CampaignWords } from '../../../public/words.ts';

export const notAllowed: CampaignWords['notAllowed'] = {
  hint: 'ಕೋಡ್ ₹{packPrice} ಚಹಾ ಪ್ಯಾಕ್‌ನ ಮುಚ್ಚಳದ ಒಳಗಿದೆ. ನಿಮ್ಮ ಫೋನ್ ಕ್ಯಾಮೆರಾವನ್ನು ಅದರ ಕಡೆಗೆ ಹಿಡಿಯಿರಿ.',
};

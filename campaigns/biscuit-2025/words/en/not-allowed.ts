import type { CampaignWords } from '../../../public/words.ts';

export const notAllowed: CampaignWords['notAllowed'] = {
  hint: 'You will find it on the ₹{packPrice} promotional pack. Open your phone’s camera and point it at the code.',
};

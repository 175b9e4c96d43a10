import type { CampaignWords } from '../../../public/words.ts';

export const notAllowed: CampaignWords['notAllowed'] = {
  hint: 'Peel the label off the ₹{packPrice} bottle: the code is on its back. Point the camera of your phone at it.',
};

import type { CampaignWords } from '../../../public/words.ts';

export const notAllowed: CampaignWords['notAllowed'] = {
  hint: 'It is inside the lid of the ₹{packPrice} pack of tea. Point the camera of your phone at it.',
};

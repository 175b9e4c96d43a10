import type { CampaignWords } from '../../../public/words.ts';

export const notAllowed: CampaignWords['notAllowed'] = {
  hint: 'You find it on the Rs.{packPrice} promotional pack. Open the camera of your phone and point it at the code.',
};

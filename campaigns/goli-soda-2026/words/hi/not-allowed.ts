import type { CampaignWords } from '../../../public/words.ts';

export const notAllowed: CampaignWords['notAllowed'] = {
  hint: '₹{packPrice} की बोतल का लेबल उतारें: कोड उसके पीछे है। अपने फ़ोन का कैमरा उसके सामने रखें।',
};

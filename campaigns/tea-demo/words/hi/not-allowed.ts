import type { CampaignWords } from '../../../public/words.ts';

export const notAllowed: CampaignWords['notAllowed'] = {
  hint: 'कोड ₹{packPrice} के चाय के पैक के ढक्कन के अंदर है। अपने फ़ोन का कैमरा उसके सामने रखें।',
};

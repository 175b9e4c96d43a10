import type { CampaignWords } from '../../../public/words.ts';

export const notAllowed: CampaignWords['notAllowed'] = {
  hint: 'कोड ₹{packPrice} के प्रमोशनल पैक पर है। अपने फ़ोन का कैमरा खोलें और कोड के सामने रखें।',
};

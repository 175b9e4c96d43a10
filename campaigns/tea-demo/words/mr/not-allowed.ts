import type { CampaignWords } from '../../../public/words.ts';

export const notAllowed: CampaignWords['notAllowed'] = {
  hint: 'कोड ₹{packPrice} च्या चहाच्या पॅकच्या झाकणाच्या आत आहे. तुमच्या फोनचा कॅमेरा त्यासमोर धरा.',
};

import type { CampaignWords } from '../../../public/words.ts';

export const notAllowed: CampaignWords['notAllowed'] = {
  hint: 'कोड ₹{packPrice} च्या प्रमोशनल पॅकवर आहे. तुमच्या फोनचा कॅमेरा उघडा आणि कोडसमोर धरा.',
};

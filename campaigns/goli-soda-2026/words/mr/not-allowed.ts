import type { CampaignWords } from '../../../public/words.ts';

export const notAllowed: CampaignWords['notAllowed'] = {
  hint: '₹{packPrice} च्या बाटलीचे लेबल काढा: कोड त्याच्या मागे आहे. तुमच्या फोनचा कॅमेरा त्यासमोर धरा.',
};

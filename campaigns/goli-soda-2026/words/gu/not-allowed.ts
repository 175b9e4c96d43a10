import type { CampaignWords } from '../../../public/words.ts';

export const notAllowed: CampaignWords['notAllowed'] = {
  hint: '₹{packPrice} ની બૉટલનું લેબલ ઉતારો: કોડ તેની પાછળ છે. તમારા ફોનનો કૅમેરા તેની સામે રાખો.',
};

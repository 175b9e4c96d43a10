import type { CampaignWords } from '../../../public/words.ts';

export const notAllowed: CampaignWords['notAllowed'] = {
  hint: 'કોડ ₹{packPrice} ના ચાના પૅકના ઢાંકણાની અંદર છે. તમારા ફોનનો કૅમેરા તેની સામે રાખો.',
};

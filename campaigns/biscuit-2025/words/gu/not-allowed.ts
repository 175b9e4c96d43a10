import type { CampaignWords } from '../../../public/words.ts';

export const notAllowed: CampaignWords['notAllowed'] = {
  hint: 'કોડ ₹{packPrice} ના પ્રમોશનલ પૅક પર છે. તમારા ફોનનો કૅમેરા ખોલો અને કોડની સામે રાખો.',
};

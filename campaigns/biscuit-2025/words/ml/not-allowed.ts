import type { CampaignWords } from '../../../public/words.ts';

export const notAllowed: CampaignWords['notAllowed'] = {
  hint: '₹{packPrice}-ന്റെ പ്രൊമോഷണൽ പാക്കറ്റിലാണ് കോഡ്. ഫോണിന്റെ ക്യാമറ തുറന്ന് കോഡിനു നേരെ പിടിക്കുക.',
};

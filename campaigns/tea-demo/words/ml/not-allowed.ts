import type { CampaignWords } from '../../../public/words.ts';

export const notAllowed: CampaignWords['notAllowed'] = {
  hint: '₹{packPrice}-ന്റെ ചായപ്പാക്കറ്റിന്റെ അടപ്പിനുള്ളിലാണ് കോഡ്. ഫോണിന്റെ ക്യാമറ അതിനു നേരെ പിടിക്കുക.',
};

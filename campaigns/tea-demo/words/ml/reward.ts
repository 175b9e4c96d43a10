import type { CampaignWords } from '../../../public/words.ts';

export const reward: CampaignWords['reward'] = {
  fixedNote: '{state} സംസ്ഥാനത്ത് പങ്കെടുക്കുന്ന എല്ലാവർക്കും ₹{amount}-ന്റെ നിശ്ചിത സമ്മാനം കിട്ടും.',
  thanks: 'നന്ദി. ചായ ആസ്വദിക്കൂ!',
};

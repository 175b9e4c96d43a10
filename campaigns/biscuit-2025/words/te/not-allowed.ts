import type { CampaignWords } from '../../../public/words.ts';

export const notAllowed: CampaignWords['notAllowed'] = {
  hint: 'కోడ్ ₹{packPrice} ప్రమోషనల్ ప్యాక్‌పై ఉంటుంది. మీ ఫోన్ కెమెరా తెరిచి కోడ్ వైపు పెట్టండి.',
};

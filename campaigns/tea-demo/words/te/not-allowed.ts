import type { CampaignWords } from '../../../public/words.ts';

export const notAllowed: CampaignWords['notAllowed'] = {
  hint: 'కోడ్ ₹{packPrice} టీ ప్యాక్ మూత లోపల ఉంటుంది. మీ ఫోన్ కెమెరాను దాని వైపు పెట్టండి.',
};

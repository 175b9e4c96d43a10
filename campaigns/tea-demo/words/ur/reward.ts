import type { CampaignWords } from '../../../public/words.ts';

export const reward: CampaignWords['reward'] = {
  fixedNote: '{state} میں حصہ لینے والے ہر شخص کو \u2066₹{amount}\u2069 کا طے شدہ انعام ملتا ہے۔',
  thanks: 'شکریہ۔ چائے کا مزہ لیجیے!',
};

import type { CampaignWords } from '../../../public/words.ts';

export const reward: CampaignWords['reward'] = {
  fixedNote: '{state} மாநிலத்தில் பங்கேற்கும் எல்லோருக்கும் ₹{amount} நிலையான பரிசு கிடைக்கும்.',
  thanks: 'நன்றி. உங்கள் டீயை ரசித்துக் குடியுங்கள்!',
};

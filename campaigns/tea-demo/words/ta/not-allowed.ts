import type { CampaignWords } from '../../../public/words.ts';

export const notAllowed: CampaignWords['notAllowed'] = {
  hint: 'அது ₹{packPrice} தேநீர்ப் பாக்கெட்டின் மூடிக்குள் உள்ளது. உங்கள் ஃபோன் கேமராவை அதன் மேல் காட்டுங்கள்.',
};

import type { CampaignWords } from '../../../public/words.ts';

export const notAllowed: CampaignWords['notAllowed'] = {
  hint: 'அது ₹{packPrice} சலுகைப் பாக்கெட்டில் உள்ளது. உங்கள் ஃபோன் கேமராவைத் திறந்து குறியீட்டின் மேல் காட்டுங்கள்.',
};

import type { CampaignWords } from '../../../public/words.ts';

export const notAllowed: CampaignWords['notAllowed'] = {
  hint: 'কোডটি ₹{packPrice} দামের প্রোমোশনাল প্যাকের গায়ে পাবেন। ফোনের ক্যামেরা খুলে কোডের সামনে ধরুন।',
};

import type { CampaignWords } from '../../../public/words.ts';

export const notAllowed: CampaignWords['notAllowed'] = {
  hint: 'কোডটি ₹{packPrice} দামের চায়ের প্যাকের ঢাকনার ভিতরে আছে। ফোনের ক্যামেরা তার সামনে ধরুন।',
};

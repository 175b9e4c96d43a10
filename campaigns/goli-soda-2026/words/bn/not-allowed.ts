import type { CampaignWords } from '../../../public/words.ts';

export const notAllowed: CampaignWords['notAllowed'] = {
  hint: '₹{packPrice} দামের বোতলের লেবেল খুলুন: কোডটি তার পিছনে আছে। ফোনের ক্যামেরা তার সামনে ধরুন।',
};

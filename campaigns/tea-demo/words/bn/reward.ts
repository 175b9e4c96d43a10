import type { CampaignWords } from '../../../public/words.ts';

export const reward: CampaignWords['reward'] = {
  fixedNote: '{state} থেকে যাঁরা অংশ নেন, তাঁরা সবাই ₹{amount}-এর বাঁধা পুরস্কার পান।',
  thanks: 'ধন্যবাদ। চা উপভোগ করুন!',
};

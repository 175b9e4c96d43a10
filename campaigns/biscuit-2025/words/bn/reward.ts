import type { CampaignWords } from '../../../public/words.ts';

export const reward: CampaignWords['reward'] = {
  thanks: 'আমাদের সঙ্গে বিস্কুট ভাগ করে নেওয়ার জন্য ধন্যবাদ।',
};

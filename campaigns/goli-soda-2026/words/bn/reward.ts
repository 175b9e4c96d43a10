import type { CampaignWords } from '../../../public/words.ts';

export const reward: CampaignWords['reward'] = { thanks: 'ধন্যবাদ। এবার বৃষ্টি নামুক!' };

import type { CampaignWords } from '../../../public/words.ts';

export const reward: CampaignWords['reward'] = {
  thanks: 'Thank you for sharing a biscuit with us.',
};

import type { CampaignWords } from '../../../public/words.ts';

export const reward: CampaignWords['reward'] = { thanks: 'Thank you. Now let it rain!' };

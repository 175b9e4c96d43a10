import type { CampaignWords } from '../../../public/words.ts';

export const reward: CampaignWords['reward'] = { thanks: 'આભાર. હવે વરસવા દો!' };

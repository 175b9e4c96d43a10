import type { CampaignWords } from '../../../public/words.ts';

export const reward: CampaignWords['reward'] = { thanks: 'شکریہ۔ اب برسنے دیجیے!' };

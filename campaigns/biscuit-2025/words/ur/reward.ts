import type { CampaignWords } from '../../../public/words.ts';

export const reward: CampaignWords['reward'] = {
  thanks: 'ہمارے ساتھ بسکٹ کا مزہ لینے کا شکریہ۔',
};

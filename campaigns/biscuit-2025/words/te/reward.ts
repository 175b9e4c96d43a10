import type { CampaignWords } from '../../../public/words.ts';

export const reward: CampaignWords['reward'] = {
  thanks: 'మాతో కలిసి బిస్కెట్ రుచి చూసినందుకు ధన్యవాదాలు.',
};

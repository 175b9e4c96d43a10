import type { CampaignWords } from '../../../public/words.ts';

export const reward: CampaignWords['reward'] = {
  thanks: 'ਸਾਡੇ ਨਾਲ ਬਿਸਕੁਟ ਦਾ ਸਵਾਦ ਲੈਣ ਲਈ ਧੰਨਵਾਦ।',
};

import type { CampaignWords } from '../../../public/words.ts';

export const reward: CampaignWords['reward'] = {
  thanks: 'हमारे साथ बिस्किट का मज़ा लेने के लिए धन्यवाद।',
};

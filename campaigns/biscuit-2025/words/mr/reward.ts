import type { CampaignWords } from '../../../public/words.ts';

export const reward: CampaignWords['reward'] = {
  thanks: 'आमच्यासोबत बिस्किटाचा आनंद घेतल्याबद्दल धन्यवाद.',
};

import type { CampaignWords } from '../../../public/words.ts';

export const reward: CampaignWords['reward'] = {
  thanks: 'எங்களோடு ஒரு பிஸ்கட்டைப் பகிர்ந்துகொண்டதற்கு நன்றி.',
};

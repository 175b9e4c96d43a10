import type { CampaignWords } from '../../../public/words.ts';

export const privacy: CampaignWords['privacy'] = {
  statement: 'I confirm that I am above legal drinking age in my region.',
};

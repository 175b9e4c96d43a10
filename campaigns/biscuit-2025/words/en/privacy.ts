import type { CampaignWords } from '../../../public/words.ts';

export const privacy: CampaignWords['privacy'] = {
  statement: 'I confirm that I am above legal drinking age in my region.',
  statementReason:
    'This promotion is for adults only, so we ask before you start. There is no alcohol in the pack.',
};

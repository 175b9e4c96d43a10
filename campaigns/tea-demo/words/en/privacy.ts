import type { CampaignWords } from '../../../public/words.ts';

export const privacy: CampaignWords['privacy'] = {
  statement: 'I confirm that I am {minAge} years of age or older.',
  statementReason: 'This promotion is for adults only, so we ask before you start.',
};

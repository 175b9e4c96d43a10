import type { CampaignWords } from '../../../public/words.ts';

export const privacy: CampaignWords['privacy'] = {
  statement: 'I confirm that I am at least {minAge} years old.',
  statementReason:
    'This promotion is for adults only, so we ask first. There is no alcohol in the soda.',
};

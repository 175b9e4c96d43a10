// What core tests need to ask questions.
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';

type Pools = NonNullable<ServerCampaign['questions']>['pools'];

/** With the questions of another campaign. */
const withQuestions = (own: ServerCampaign, of: ServerCampaign, pools: Pools): ServerCampaign => ({
  ...own,
  words: (language) => ({ ...own.words(language), questions: of.words(language).questions }),
  ...(of.questions && { questions: { ...of.questions, pools } }),
});

export const asked = {
  questionsOf: ({ questions }: ServerCampaign) => questions?.questions ?? [],
  withQuestions,
};

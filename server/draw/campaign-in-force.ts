import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';

/**
 * The campaign as calls and pages see it: its programme and words follow the last day that is in
 * force (docs/decisions/0031). Do not copy it, because a copy would no longer follow.
 * @param lastDay undefined: the committed one
 */
export function campaignInForce(
  committed: ServerCampaign,
  lastDay: () => string | undefined,
): ServerCampaign {
  let current = committed;
  const now = () => {
    const to = lastDay() ?? committed.programme.to;
    if (to === current.programme.to) return current;
    current = to === committed.programme.to ? committed : committed.withLastDay(to);
    return current;
  };
  return {
    ...committed,
    get programme() {
      return now().programme;
    },
    words: (language) => now().words(language),
    publicCampaign: (language) => now().publicCampaign(language),
  };
}

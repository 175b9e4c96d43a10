import type { PublicCampaign } from '@inaam/campaigns/public/public-campaign.ts';

export type RewardFacts = Pick<PublicCampaign, 'outcomes' | 'fixedRewardAmounts'>;

/** What the server may answer, in rupees: anything else is a fault (CAM-1). */
export function possibleAmounts(
  { outcomes, fixedRewardAmounts }: RewardFacts,
  isFixedReward: boolean,
): readonly number[] {
  return isFixedReward ? fixedRewardAmounts : outcomes.map(({ amount }) => amount);
}

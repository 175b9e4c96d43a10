import type { PublicCampaign } from '@inaam/campaigns/public/public-campaign.ts';

export type RewardFacts = Pick<PublicCampaign, 'outcomes' | 'fixedRewardAmounts'>;

/** The amounts in rupees that the server may return; any other is a fault (CAM-1). */
export function possibleAmounts(
  { outcomes, fixedRewardAmounts }: RewardFacts,
  isFixedReward: boolean,
): readonly number[] {
  return isFixedReward ? fixedRewardAmounts : outcomes.map(({ amount }) => amount);
}

import type { EntryState } from './entry.ts';
import type { GuardInput } from './navigation/guard.ts';
import { rewardPath } from './navigation/paths.ts';
import type { Session } from './session-state.ts';
import type { PublicCampaign } from '@inaam/campaigns/public/public-campaign.ts';

export function guardInputOf(
  session: Pick<Session, 'accessToken' | 'isFixedReward' | 'rewardAmount'>,
  entry: Pick<EntryState, 'phase' | 'programme'>,
  campaign: RewardFacts,
): GuardInput {
  const { accessToken, rewardAmount } = session;
  const isFixedReward = session.isFixedReward === true;
  const isPossible =
    rewardAmount !== null && possibleAmounts(campaign, isFixedReward).includes(rewardAmount);
  return {
    programme: entry.programme,
    isAdmitted: entry.phase === 'admitted',
    hasToken: accessToken !== null,
    isFixedReward,
    ownReward: isPossible ? rewardPath(rewardAmount, campaign.outcomes) : null,
  };
}

export function homePart(
  session: Pick<Session, 'accessToken'>,
  entry: Pick<EntryState, 'pending'>,
): 'fixedReward' | 'code' | 'details' {
  if (session.accessToken !== null) return 'fixedReward';
  return entry.pending && !entry.pending.isAside ? 'code' : 'details';
}

type RewardFacts = Pick<PublicCampaign, 'outcomes' | 'fixedRewardAmounts'>;

/** The amounts in rupees that the server may return; any other is a fault (CAM-1). */
export function possibleAmounts(
  { outcomes, fixedRewardAmounts }: RewardFacts,
  isFixedReward: boolean,
): readonly number[] {
  return isFixedReward ? fixedRewardAmounts : outcomes.map(({ amount }) => amount);
}

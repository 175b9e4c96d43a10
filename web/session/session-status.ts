import type { Outcome } from '@inaam/campaigns/public/public-campaign.ts';
import type { EntryState } from './entry.ts';
import type { GuardInput } from './guard.ts';
import { rewardPath } from './reward-path.ts';
import type { Session } from './session-state.ts';

export function guardInputOf(
  session: Pick<Session, 'accessToken' | 'isFixedReward' | 'rewardAmount'>,
  entry: Pick<EntryState, 'phase' | 'programme'>,
  outcomes: readonly Outcome[],
): GuardInput {
  const { accessToken, isFixedReward, rewardAmount } = session;
  return {
    programme: entry.programme,
    isAdmitted: entry.phase === 'admitted',
    hasToken: accessToken !== null,
    isFixedReward: isFixedReward === true,
    ownReward: rewardAmount === null ? null : rewardPath(rewardAmount, outcomes),
  };
}

export function homePart(
  session: Pick<Session, 'accessToken'>,
  entry: Pick<EntryState, 'pending'>,
): 'fixedReward' | 'code' | 'details' {
  if (session.accessToken !== null) return 'fixedReward';
  return entry.pending ? 'code' : 'details';
}

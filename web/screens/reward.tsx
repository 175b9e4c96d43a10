import { rewardParts } from '@inaam/plugins/reward.ts';
import { lazyParts } from '../app/reward/reward-part.ts';
import { useApp } from '../app/use-app.ts';
import { RewardTicket } from '../features/reward-ticket/reward-ticket.tsx';

const parts = lazyParts(rewardParts);

export function RewardScreen() {
  const { campaign } = useApp();
  return <RewardTicket parts={parts.filter(({ name }) => name in campaign)} />;
}

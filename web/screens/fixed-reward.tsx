import { FixedReward } from '../features/fixed-reward/fixed-reward.tsx';
import { TicketFront } from '../features/reward-ticket/ticket-front.tsx';

export function FixedRewardScreen() {
  return <FixedReward Front={TicketFront} />;
}

import { RewardTicket } from '../features/reward-ticket/reward-ticket.tsx';

export function RewardThreeScreen() {
  return <RewardTicket />;
}

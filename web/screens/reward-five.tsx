import { RewardTicket } from '../features/reward-ticket/reward-ticket.tsx';

export function RewardFiveScreen() {
  return <RewardTicket />;
}

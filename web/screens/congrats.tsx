import { RewardTicket } from '../features/reward-ticket/reward-ticket.tsx';

export function CongratsScreen() {
  return <RewardTicket />;
}

import { RewardTicket } from '../features/reward-ticket/reward-ticket.tsx';

export function CongratsScreen() {
  return <RewardTicket />;
}

export function RewardThreeScreen() {
  return <RewardTicket />;
}

export function RewardFiveScreen() {
  return <RewardTicket />;
}

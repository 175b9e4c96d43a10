// REWARD_FIVE: congratulates on Rs. 5. Which amount it is, the session says; the guard lets nobody else in.
import { RewardTicket } from '../features/reward-ticket/reward-ticket.tsx';
import { Frame } from '../frame.tsx';
import { paths } from '../session/paths.ts';

export function RewardFiveScreen() {
  return (
    <Frame at="reward" profileFrom={paths.rewardFive}>
      <RewardTicket />
    </Frame>
  );
}

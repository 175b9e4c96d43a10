// REWARD_THREE: congratulates on Rs. 3, won or fixed. Which amount it is, the session says; the guard lets nobody else in.
import { RewardTicket } from '../features/reward-ticket/reward-ticket.tsx';
import { Frame } from '../frame.tsx';
import { paths } from '../session/paths.ts';

export function RewardThreeScreen() {
  return (
    <Frame at="reward" profileFrom={paths.rewardThree}>
      <RewardTicket />
    </Frame>
  );
}

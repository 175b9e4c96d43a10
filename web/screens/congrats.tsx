// TY: congratulates on Rs. 10. Which amount it is, the session says; the guard lets nobody else in.
import { RewardTicket } from '../features/reward-ticket/reward-ticket.tsx';
import { Frame } from '../frame.tsx';
import { paths } from '../session/paths.ts';

export function CongratsScreen() {
  return (
    <Frame at="reward" profileFrom={paths.congrats}>
      <RewardTicket />
    </Frame>
  );
}

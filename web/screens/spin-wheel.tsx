// Open to visitors; only PLAY needs a token.
import { usePreparedTicket } from '../features/reward-ticket/reward-ticket.tsx';
import { Spin } from '../features/spin/spin.tsx';

export function SpinWheelScreen() {
  usePreparedTicket();
  return <Spin />;
}

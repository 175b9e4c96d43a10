// Open to visitors; only PLAY needs a token.
import { usePreparedTicket } from '../features/reward-ticket/prepared-ticket.ts';
import { Spin } from '../features/spin/spin.tsx';

export function SpinWheelScreen() {
  usePreparedTicket();
  return <Spin />;
}

// SPINWHEEL: the wheel and its PLAY button. Open to visitors; the call behind PLAY is not.
import { Spin } from '../features/spin/spin.tsx';
import { Frame } from '../frame.tsx';
import { paths } from '../session/paths.ts';

export function SpinWheelScreen() {
  return (
    <Frame at="spin" profileFrom={paths.spinWheel}>
      <Spin />
    </Frame>
  );
}

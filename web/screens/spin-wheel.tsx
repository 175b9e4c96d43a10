// Open to visitors; only PLAY needs a token.
import { Spin } from '../features/spin/spin.tsx';
import { Layout } from '../app/layout/layout.tsx';
import { paths } from '../session/navigation/paths.ts';

export function SpinWheelScreen() {
  return (
    <Layout at="spin" profileFrom={paths.spinWheel}>
      <Spin />
    </Layout>
  );
}

import { RewardTicket } from '../features/reward-ticket/reward-ticket.tsx';
import { Layout } from '../app/layout/layout.tsx';
import { paths } from '../session/navigation/paths.ts';

export function RewardThreeScreen() {
  return (
    <Layout at="reward" profileFrom={paths.rewardThree}>
      <RewardTicket />
    </Layout>
  );
}

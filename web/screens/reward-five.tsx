import { RewardTicket } from '../features/reward-ticket/reward-ticket.tsx';
import { Layout } from '../app/layout/layout.tsx';
import { paths } from '../session/navigation/paths.ts';

export function RewardFiveScreen() {
  return (
    <Layout at="reward" profileFrom={paths.rewardFive}>
      <RewardTicket />
    </Layout>
  );
}

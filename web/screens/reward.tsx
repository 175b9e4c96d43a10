import { rewardParts } from '@inaam/plugins/reward.ts';
import { lazyParts } from '../app/reward/reward-part.ts';
import { useApp } from '../app/use-app.ts';
import { RewardTicket } from '../features/reward-ticket/reward-ticket.tsx';
import { useVoucherPart } from './use-voucher-part.ts';

const parts = lazyParts(rewardParts);

export function RewardScreen() {
  const { campaign } = useApp();
  const own = parts.filter(({ name }) => name in campaign);
  return <RewardTicket parts={own} VoucherPart={useVoucherPart()} />;
}

import { voucherParts } from '@inaam/plugins/reward.ts';
import { lazyParts, type VoucherPart } from '../app/reward/reward-part.ts';
import { useApp } from '../app/use-app.ts';

const parts = lazyParts(voucherParts);
const VoucherAlone: VoucherPart = ({ children }) => children;

export function useVoucherPart(): VoucherPart {
  const { campaign } = useApp();
  return parts.find(({ name }) => name in campaign)?.Part ?? VoucherAlone;
}

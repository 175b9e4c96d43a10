import { lazy, type ComponentType, type ReactNode } from 'react';
import { importChunk } from '../../api/import-chunk.ts';
import type { Vouchers } from './use-voucher.ts';

/** What a plugin adds to the ticket. */
export type Bonus = {
  /** In rupees. */
  amount: number;
  /** Of both vouchers together, and as it is shown. */
  total: number;
  written: string;
  /** The added part, as it is shown. */
  added: string;
  /** It was won just now, and is celebrated. */
  isNew: boolean;
};

/** What a plugin adds to the reward's screen (`plugins/reward.ts`). */
export type RewardPart = ComponentType<{
  amount: number;
  /** Undefined while unknown. */
  vouchers: Vouchers | undefined;
  onBonus: (bonus: Bonus) => void;
}>;

export type VoucherProps = { amount: number; vouchers: Vouchers | undefined; children: ReactNode };

/** What a plugin says of the reward in place of the sentences on its voucher, the children. */
export type VoucherPart = ComponentType<VoucherProps>;

export const lazyParts = <Part extends RewardPart | VoucherPart>(
  loads: Readonly<Record<string, () => Promise<{ Part: Part }>>>,
) =>
  Object.entries(loads).map(([name, load]) => ({
    name,
    Part: lazy(async () => ({ default: (await importChunk(load)).Part })),
  }));

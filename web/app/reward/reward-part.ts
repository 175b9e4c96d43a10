import type { ComponentType } from 'react';
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

// What plugins add to the reward's screen: each in a chunk that campaigns with its file fetch.
import type { RewardPart, VoucherPart } from '@inaam/web/app/reward/reward-part.ts';

export const rewardParts: Readonly<Record<string, () => Promise<{ Part: RewardPart }>>> = {
  packs: () => import('./packs/web/claims-part.tsx'),
  questions: () => import('./question/web/question-part.tsx'),
};
export const voucherParts: Readonly<Record<string, () => Promise<{ Part: VoucherPart }>>> = {
  upi: () => import('./upi/web/payout-part.tsx'),
};

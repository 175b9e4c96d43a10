// What is said of a voucher in each state, on every screen.
import { fill } from '@inaam/campaigns/public/fill.ts';
import { formatDate } from '@inaam/campaigns/public/format-date.ts';
import type { VoucherState } from '@inaam/contract/vouchers.ts';
import type { PublicCampaign } from '@inaam/campaigns/public/public-campaign.ts';
import { attempt } from '../../optional.ts';
import type { Voucher } from './use-voucher.ts';

/**
 * `steps`: how many of its way are done. `isValid`: it can be used, now or once it comes.
 * `isKept`: the SMS with its code comes or came.
 */
export const voucherFacts = {
  owed: { steps: 2, mood: 'waiting', isValid: true, isKept: true },
  late: { steps: 2, mood: 'console', isValid: true, isKept: true },
  sent: { steps: 3, mood: 'waiting', isValid: true, isKept: true },
  delivered: { steps: 4, mood: 'cheer', isValid: true, isKept: true },
  failed: { steps: 3, mood: 'console', isValid: true, isKept: false },
  settled: { steps: 2, mood: 'waiting', isValid: false, isKept: false },
  notSent: { steps: 2, mood: 'console', isValid: false, isKept: false },
} as const satisfies Record<VoucherState, object>;

/** One true sentence. */
export function voucherSentence(
  { language, words }: Pick<PublicCampaign, 'language' | 'words'>,
  { state, by }: Voucher,
): string {
  const { voucher, voucherStates } = words.reward;
  if (by === undefined)
    return state === undefined || state === 'owed' ? voucher : voucherStates[state];
  return fill(voucherStates[state ?? 'owed'], {
    date: attempt(() => formatDate(by, language), by),
  });
}

// Plans an amendment of the draw from an operator's wish.
import { Refusal } from '../../platform/errors.ts';
import { unamended, type Amendment } from './amendment.rules.ts';
import type { DrawDocument } from '../commitment.rules.ts';
import { fixedRewardOf } from '../promise.rules.ts';
import type { DrawInForce } from '../ledger.sql.ts';

/** Nothing was changed. */
class WishRefused extends Refusal {
  override name = 'WishRefused';
}

export type OfState = { state: string; rewards: number };

export type AmendmentWish =
  | { command: 'campaign supplement'; blocks: number; reserve: number; fixed: readonly OfState[] }
  | { command: 'campaign extend' | 'campaign end'; day: string };

/**
 * Builds the amendment for `amendDraw`, which validates it.
 * @throws WishRefused
 */
export const amendmentFor =
  (wish: AmendmentWish) =>
  ({ lastDay }: DrawInForce, document: DrawDocument, today: string): Amendment => {
    if (wish.command === 'campaign supplement') {
      const { blocks, reserve } = wish;
      return { blocks, reserve, fixed: addedFixed(document, wish.fixed, today), to: lastDay };
    }
    const { command, day } = wish;
    const isLater = day > lastDay;
    if (day !== lastDay && isLater === (command === 'campaign extend')) {
      return { ...unamended(document), to: day };
    }
    const other =
      command === 'campaign extend'
        ? 'To end it sooner: campaign end.'
        : 'For a later one: campaign extend.';
    throw new WishRefused(`Nothing was changed: the last day is ${lastDay}. ${other}`);
  };

/** If a state has several fixed rewards, today's, or else the next one. */
function addedFixed(document: DrawDocument, wanted: readonly OfState[], today: string): number[] {
  const added = unamended(document).fixed;
  for (const { state, rewards } of wanted) {
    const reward =
      fixedRewardOf(document.fixed, state, today) ??
      document.fixed.find((one) => one.state === state && one.from > today);
    if (!reward) {
      throw new WishRefused(
        `Nothing was changed: ${state} has no fixed reward in this campaign from today on.`,
      );
    }
    const place = document.fixed.indexOf(reward);
    added[place] = (added[place] ?? 0) + rewards;
  }
  return added;
}

import { rupees } from '../../platform/format.ts';
import { plannedRupees, type DrawDocument } from '../commitment.rules.ts';
import { blockSize } from '../draw.rules.ts';
import { gainsOf, type Amendment } from './amendment.rules.ts';

/** @returns what it adds, such as `2 blocks with 8 cards`, and the rupees of all together */
export function additionsOf(
  document: DrawDocument,
  amendment: Amendment,
): { parts: string[]; added: number } {
  const { blocks, fixed, reserve } = amendment;
  const cards = blocks * blockSize(document.deck);
  const parts = [
    ...(blocks > 0 ? [`${rupees(blocks)} blocks with ${rupees(cards)} cards`] : []),
    ...(reserve > 0 ? [`${rupees(reserve)} rewards of the reserve`] : []),
    ...document.fixed.flatMap(({ state }, place) => {
      const rewards = fixed[place] ?? 0;
      return rewards > 0 ? [`${rupees(rewards)} fixed rewards of ${state}`] : [];
    }),
  ];
  return { parts, added: plannedRupees(gainsOf(document, amendment)) };
}

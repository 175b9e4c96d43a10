// The deck of a campaign folder as the storage and the draw take it. Reads nothing.
import type { ServerCampaign } from '@inaam/campaigns/server-side.ts';
import type { CampaignRows } from './storage/campaigns.ts';

/** Denominations in ascending order, as the draw counts them (docs/decisions/0005). */
export function deckPlanOf(campaign: Pick<ServerCampaign, 'id' | 'draw'>): CampaignRows {
  const { deck, whenDeckEnds } = campaign.draw;
  const cards = Object.entries(deck.cards)
    .map(([amount, count]) => ({ amount: Number(amount), count }))
    .toSorted((a, b) => a.amount - b.amount);
  return {
    campaign: campaign.id,
    plan: {
      denominations: cards.map(({ amount }) => amount),
      cards: cards.map(({ count }) => count),
      blocks: deck.blocks,
    },
    reserve: { amount: whenDeckEnds.amount, count: whenDeckEnds.reserve },
  };
}

import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import {
  commitmentFrom,
  secretHash,
  type Commitment,
  type DrawDocument,
} from './rules/commitment.ts';

type Folder = Pick<ServerCampaign, 'id' | 'draw' | 'fixed' | 'programme'>;

export function commitmentOf(campaign: Folder, drawSecret: Uint8Array): Commitment {
  return commitmentFrom({ ...planOf(campaign), secretSha256: secretHash(drawSecret) });
}

/** For a program without the secret. Denominations ascend. */
export function planOf({ id, draw, fixed, programme }: Folder): Omit<DrawDocument, 'secretSha256'> {
  const cards = Object.entries(draw.deck.cards)
    .map(([amount, count]) => ({ amount: Number(amount), count }))
    .toSorted((a, b) => a.amount - b.amount);
  return {
    campaign: id,
    deck: {
      blocks: draw.deck.blocks,
      cards: cards.map(({ count }) => count),
      denominations: cards.map(({ amount }) => amount),
    },
    draw: 'inaam-draw-1',
    fixed: fixed.map(({ chance: _chance, ...committed }) => committed),
    pacing: draw.pacing,
    programme: { from: programme.from, to: programme.to },
    whenDeckEnds: draw.whenDeckEnds,
  };
}

// What a campaign folder commits to, as the rules spell it. Reads nothing; the secret comes in and only its hash goes on.
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import {
  commitmentFrom,
  secretHash,
  type Commitment,
  type DrawDocument,
} from './rules/commitment.ts';
import type { LawRow } from './storage/commitments.ts';

type Folder = Pick<ServerCampaign, 'id' | 'draw' | 'fixed' | 'programme'>;

/** The commitment of a folder and a secret. */
export function commitmentOf(campaign: Folder, drawSecret: Uint8Array): Commitment {
  return commitmentFrom({ ...planOf(campaign), secretSha256: secretHash(drawSecret) });
}

/** The same without the secret, for a program that has none. Denominations ascend, as the draw counts them. */
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
    fixed: fixed.map(({ amount, from, law, rewards, state, until }) => ({
      amount,
      from,
      law,
      rewards,
      state,
      until,
    })),
    pacing: draw.pacing,
    programme: { from: programme.from, to: programme.to },
    whenDeckEnds: draw.whenDeckEnds,
  };
}

/** The laws of a folder, with what they say of chance. */
export function lawsOf({ fixed }: Pick<ServerCampaign, 'fixed'>): LawRow[] {
  return fixed.map(({ chance, ...law }) => ({ ...law, isChanceForbidden: chance === 'forbidden' }));
}

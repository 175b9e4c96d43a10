import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';

/** Divides the deck, the reserve and the fixed rewards of a campaign by `scale`. */
export function scaleCampaign(campaign: ServerCampaign, scale: number): ServerCampaign {
  const { draw, fixed } = campaign;
  const part = (count: number) => Math.max(1, Math.round(count / scale));
  const { whenDeckEnds } = draw;
  return {
    ...campaign,
    fixed: fixed.map((reward) => ({ ...reward, rewards: part(reward.rewards) })),
    draw: {
      ...draw,
      deck: { ...draw.deck, blocks: part(draw.deck.blocks) },
      whenDeckEnds:
        whenDeckEnds.kind === 'reserve'
          ? { ...whenDeckEnds, rewards: Math.round(whenDeckEnds.rewards / scale) }
          : whenDeckEnds,
    },
  };
}

import { fill } from '@inaam/campaigns/public/fill.ts';
import type { PublicCampaign } from '@inaam/campaigns/public/public-campaign.ts';

export function wheelSegments({ outcomes, theme, words }: PublicCampaign) {
  const { wheel, wheelInk } = theme.colours;
  return outcomes.map(({ amount, angle }, index) => ({
    id: amount,
    label: fill(words.wheel.face, { amount }),
    angle,
    colour: wheel[index % wheel.length] ?? theme.colours.accent,
    ink: wheelInk,
  }));
}

/** Of the wheel's face with this amount, or of an amount that the wheel does not have. */
export function faceOf(campaign: PublicCampaign, amount: number | null) {
  const { accent, accentInk } = campaign.theme.colours;
  const face = wheelSegments(campaign).find(({ id }) => id === amount);
  return face ?? { colour: accent, ink: accentInk };
}

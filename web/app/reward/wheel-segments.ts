import { fill } from '@inaam/campaigns/public/fill.ts';
import { localeOf } from '@inaam/campaigns/public/format.ts';
import type { PublicCampaign } from '@inaam/campaigns/public/public-campaign.ts';
import { attempt } from '../../optional.ts';

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

export function spelledAmounts({ outcomes, language }: PublicCampaign): string {
  const rising = outcomes.map(({ amount }) => amount).toSorted((left, right) => left - right);
  const texts = rising.map(String);
  // Safari 14.0 lacks it.
  return attempt(() => new Intl.ListFormat(localeOf(language)).format(texts), texts.join(', '));
}

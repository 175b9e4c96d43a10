// What the states are called in the language of the page, for a list to choose from. The wire knows each by the name of
// the campaign's list. Pure.
import type { PublicCampaign } from '@inaam/campaigns/public/public-campaign.ts';

type Speaking = Pick<PublicCampaign, 'language' | 'words'>;

export function stateName(state: string, { words }: Speaking): string {
  return words.states[state] ?? state;
}

/** The list for a selector: in the list's own order, or where the language has names of its own by these, from A to Z. */
export function namedStates(states: readonly string[], campaign: Speaking) {
  const named = states.map((value) => ({ value, text: stateName(value, campaign) }));
  if (named.every(({ value, text }) => value === text)) return named;
  const { compare } = new Intl.Collator(campaign.language);
  return named.toSorted((left, right) => compare(left.text, right.text));
}

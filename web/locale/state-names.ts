// Calls use the state names of the campaign's list in every language.
import type { PublicCampaign } from '@inaam/campaigns/public/public-campaign.ts';
import { attempt } from '../optional.ts';

type Speaking = Pick<PublicCampaign, 'language' | 'words'>;

export function stateName(state: string, { words }: Speaking): string {
  return words.states[state] ?? state;
}

/** The fixed reward of a state, which has no wheel, with the state's name in this language. */
export type StateReward = { state: string; amount: number };

export function fixedRewardOf(
  state: string,
  campaign: Speaking & Pick<PublicCampaign, 'fixedRewards'>,
): StateReward | undefined {
  const amount = campaign.fixedRewards[state];
  return amount === undefined ? undefined : { state: stateName(state, campaign), amount };
}

/** An alphabetical list is sorted again in each language; any other order is deliberate. */
export function namedStates(states: readonly string[], campaign: Speaking) {
  const named = states.map((value) => ({ value, text: stateName(value, campaign) }));
  // First, because a slow phone takes long to create a collator.
  if (named.every(({ value, text }) => value === text)) return named;
  return attempt(() => {
    const english = new Intl.Collator('en');
    const isFromAToZ = states.every(
      (state, at) => english.compare(states[at - 1] ?? state, state) <= 0,
    );
    if (!isFromAToZ) return named;
    const { compare } = new Intl.Collator(campaign.language);
    return named.toSorted((left, right) => compare(left.text, right.text));
  }, named);
}

/**
 * The reward depends on the state of the number's first verification. If the registered state has
 * no fixed reward, that was another state, which is known only if there is just one.
 */
export function fixedRewardState(states: readonly string[], registered: string | null) {
  return (
    states.find((state) => state === registered) ?? (states.length === 1 ? states[0] : undefined)
  );
}

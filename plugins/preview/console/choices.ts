import type { Campaign } from '@inaam/console/app/console-context.ts';
import { formatRupees } from '@inaam/console/ui/format.ts';
import {
  previewFragment,
  previewTitles,
  previewScreens,
  type PreviewChoice,
  type PreviewScreen,
} from '../contract.ts';

export type NamedChoice = { readonly fragment: string; readonly title: string };

type Shown = Readonly<Pick<Campaign, 'rewards' | 'fixedRewards' | 'isAsked'>>;

/** Each screen, and each reward by its amount. */
export function previewChoices({ rewards, fixedRewards, isAsked }: Shown): NamedChoice[] {
  return previewScreens.flatMap((screen) => {
    if (screen === 'reward') return ofAmounts(screen, rewards);
    if (screen === 'bonus' && !isAsked) return [];
    if (screen === 'fixedReward') return ofAmounts(screen, fixedRewards);
    return [named({ screen }, previewTitles[screen])];
  });
}

const ofAmounts = (screen: PreviewScreen, amounts: readonly number[]): NamedChoice[] =>
  amounts.map((amount) =>
    named({ screen, amount }, `${previewTitles[screen]}, ${formatRupees(amount)}`),
  );

const named = (choice: PreviewChoice, title: string): NamedChoice => ({
  fragment: previewFragment(choice),
  title,
});

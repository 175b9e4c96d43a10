import {
  previewFragment,
  previewScreens,
  type PreviewChoice,
  type PreviewScreen,
} from '@inaam/contract/console/preview.ts';
import { formatRupees } from '../../ui/format.ts';

/** Describes the screen to people who know the campaign and not the code. */
const titles: Readonly<Record<PreviewScreen, string>> = {
  notAllowed: 'Opened without the QR code',
  starting: 'Starting on a slow network',
  failedStart: 'Cannot start',
  notStarted: 'Before the first day',
  paused: 'While it is paused',
  ended: 'After the last day',
  privacyNotice: 'Privacy notice',
  home: 'HOME',
  homeFaults: 'HOME, every field at fault',
  offline: 'HOME, offline',
  code: 'The code from the SMS',
  wheel: 'The wheel',
  errorPopup: 'The error popup',
  reward: 'Reward',
  fixedReward: 'Fixed reward',
  profile: 'Profile',
  details: 'Details of the profile',
  menu: 'Menu',
  languages: 'Choice of the language',
  howTo: 'How to participate',
  terms: 'Terms and conditions',
  consentNotice: 'Consent notice',
  contact: 'Contacts',
  yourData: 'Your data and consent',
  mishap: 'An unexpected error',
};

export type NamedChoice = { readonly fragment: string; readonly title: string };

type Amounts = { readonly rewards: readonly number[]; readonly fixedRewards: readonly number[] };

/** Each screen, and each reward by its amount. */
export function previewChoices({ rewards, fixedRewards }: Amounts): NamedChoice[] {
  return previewScreens.flatMap((screen) => {
    if (screen === 'reward') return ofAmounts(screen, rewards);
    if (screen === 'fixedReward') return ofAmounts(screen, fixedRewards);
    return [named({ screen }, titles[screen])];
  });
}

const ofAmounts = (screen: PreviewScreen, amounts: readonly number[]): NamedChoice[] =>
  amounts.map((amount) => named({ screen, amount }, `${titles[screen]}, ${formatRupees(amount)}`));

const named = (choice: PreviewChoice, title: string): NamedChoice => ({
  fragment: previewFragment(choice),
  title,
});

const languageNames = new Intl.DisplayNames(['en'], { type: 'language' });
export const languageName = (tag: string): string => languageNames.of(tag) ?? tag;

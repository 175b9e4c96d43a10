// What the campaign's page says and offers. Pure.
import type { AnswerOf } from '@inaam/contract/console/calls.ts';
import {
  previewFragment,
  previewScreens,
  type PreviewChoice,
  type PreviewScreen,
} from '@inaam/contract/console/preview.ts';
import { formatRupees } from '../../ui/format.ts';

export type Campaign = AnswerOf<'readCampaign'>;
export type Finding = AnswerOf<'readSms'>['findings'][number];

const order = ['fault', 'warning', 'skipped', 'ok'] as const;

/** Worst first; within a state, in the order in which problems cause one another. */
export const sortedFindings = (findings: readonly Finding[]): Finding[] =>
  order.flatMap((state) => findings.filter((finding) => finding.state === state));

// Screens of the preview.

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
  question: 'The question after the reward',
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

type Shown = Readonly<Pick<Campaign, 'rewards' | 'fixedRewards' | 'isAsked'>>;

/** Each screen, and each reward by its amount. */
export function previewChoices({ rewards, fixedRewards, isAsked }: Shown): NamedChoice[] {
  return previewScreens.flatMap((screen) => {
    if (screen === 'reward') return ofAmounts(screen, rewards);
    if (screen === 'question' && !isAsked) return [];
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

// What the campaign's page says and offers. Pure.
import type { AnswerOf, FieldsOf } from '@inaam/contract/console/calls.ts';
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

// Amendments.

type Wish = FieldsOf<'prepareAmendment'>['wish'];

export type Typed = {
  readonly command: Wish['command'];
  readonly blocks: number;
  readonly reserve: number;
  /** By state. */
  readonly fixed: Readonly<Record<string, number>>;
  /** YYYY-MM-DD */
  readonly day: string;
};

export const emptyWish: Typed = {
  command: 'campaign supplement',
  blocks: 0,
  reserve: 0,
  fixed: {},
  day: '',
};

/** What is missing before the rules can be evaluated. */
export function wishFault({ command, blocks, reserve, fixed, day }: Typed): string | undefined {
  if (command !== 'campaign supplement') return day === '' ? 'Choose a day.' : undefined;
  const added = [blocks, reserve, ...Object.values(fixed)];
  return added.some((count) => count > 0) ? undefined : 'Say how many are added.';
}

export function wishOf({ command, blocks, reserve, fixed, day }: Typed): Wish {
  if (command !== 'campaign supplement') return { command, day };
  const wanted = Object.entries(fixed)
    .filter(([, rewards]) => rewards > 0)
    .map(([state, rewards]) => ({ state, rewards }));
  return { command, blocks, reserve, fixed: wanted };
}

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

import { countOf, formatCount, formatRupees } from '@inaam/console/ui/format.ts';
import type { Verdict } from '@inaam/console/ui/verdicts.tsx';
import type { AnswerOf, FieldsOf } from '@inaam/contract/console/calls.ts';
import type { ReviewMode, ReviewRule, ReviewWindow } from '../contract.ts';

export const ruleNames: Readonly<Record<ReviewRule, string>> = {
  device: 'Many numbers on one device',
  network: 'Many numbers from one network',
  block: 'Many numbers of one series',
  guesses: 'Many wrong codes',
};

/** What the rule counts, and which honest people it affects. */
export const ruleHints: Readonly<Record<ReviewRule, string>> = {
  device:
    'Numbers verified on one phone. Families share a phone, and shops help customers on theirs.',
  network:
    'Numbers verified from one IP address. Mobile networks put thousands of people behind one: set it high.',
  block: 'Numbers with the same first seven digits, such as SIMs sold by one shop.',
  guesses: 'Wrong codes typed for one number before the right one. Some people mistype.',
};

export const windowWords: Readonly<Record<ReviewWindow, string>> = {
  1: 'within an hour',
  24: 'within a day',
  168: 'within a week',
};

export function settingInWords({ rule, mode, threshold, windowHours }: Rule): string {
  if (mode === 'off') return 'Off';
  const what = rule === 'guesses' ? 'wrong codes' : 'numbers';
  const does = mode === 'hold' ? 'Holds' : 'Watches';
  return `${does} from ${formatCount(threshold)} ${what} ${windowWords[windowHours]}`;
}

export function heldVerdicts({ held, days }: Review): Verdict[] {
  const { count, isMore, rupees, oldestDays } = held;
  if (count === 0 || oldestDays === null) {
    return [{ level: 'well', text: 'No voucher is held: there is nothing to decide.', todo: '' }];
  }
  const vouchers = `${countOf(count, 'voucher')}${isMore ? ' or more' : ''}`;
  const isUrgent = oldestDays >= days.error;
  const age =
    oldestDays === 0 ? 'won less than a day ago' : `won up to ${countOf(oldestDays, 'day')} ago`;
  return [
    {
      level: isUrgent ? 'act' : 'look',
      text: `${vouchers} (${formatRupees(rupees)}) ${count === 1 ? 'is' : 'are'} held, ${age}.`,
      todo: `${isUrgent ? 'Decide today' : 'Decide soon'}: winners were promised their voucher within ${days.promised} days, held or not.`,
    },
  ];
}

export const peopleIn = (count: number): string =>
  `${formatCount(count)} ${count === 1 ? 'person' : 'people'}`;

/** How many, and what became of their vouchers. */
export function clusterInWords(row: ClusterRow): string {
  const { members, isMore, rupees, waiting, waitingRupees, released, refused } = row;
  return [
    `${isMore ? 'At least ' : ''}${peopleIn(members)}, ${formatRupees(rupees)} won`,
    waiting === 0
      ? 'nothing left to send'
      : `${countOf(waiting, 'voucher')} (${formatRupees(waitingRupees)}) not sent yet`,
    ...(released > 0 ? [`${formatCount(released)} released`] : []),
    ...(refused > 0 ? [`${formatCount(refused)} refused`] : []),
  ].join(' · ');
}

export type ClusterState = { level: 'act' | 'look' | 'well' | 'closed'; text: string };

/** What is most in need of a decision. */
export function stateOf({ open, held, released, refused }: ClusterRow): ClusterState {
  if (held > 0) return { level: 'act', text: `${formatCount(held)} held` };
  if (open > 0) return { level: 'look', text: `${formatCount(open)} open` };
  if (refused > 0 && released === 0) return { level: 'closed', text: 'Refused' };
  if (released > 0) return { level: 'well', text: 'Released' };
  return { level: 'closed', text: 'All sent' };
}

/** @param modes of the rules */
export function nothingFound(modes: readonly ReviewMode[]): { title: string; text: string } {
  const on = modes.filter((mode) => mode !== 'off').length;
  return on === 0
    ? { title: 'All rules are off', text: 'Turn one on below, and what it finds is listed here.' }
    : {
        title: 'No suspicious groups',
        text: `${countOf(on, 'rule')} ${on === 1 ? 'watches' : 'watch'} for them.`,
      };
}

/** @param modes of the rules */
export function rulesInWords(modes: readonly ReviewMode[]): string {
  const count = (mode: ReviewMode) => modes.filter((one) => one === mode).length;
  const [hold, watch, off] = [count('hold'), count('watch'), count('off')];
  return [
    ...(hold > 0 ? [`${countOf(hold, 'rule')} ${hold === 1 ? 'holds' : 'hold'} vouchers`] : []),
    ...(watch > 0 ? [`${countOf(watch, 'rule')} only ${watch === 1 ? 'watches' : 'watch'}`] : []),
    ...(off > 0 ? [`${countOf(off, 'rule')} ${off === 1 ? 'is' : 'are'} off`] : []),
  ].join(', ');
}

type ActionWords = { title: string; button: (count: number) => string; effect: string };

const vouchers = (count: number) => countOf(count, 'voucher');

export const actionWords: Readonly<Record<Action, ActionWords>> = {
  hold: {
    title: 'Hold',
    button: (count) => `Hold ${vouchers(count)}`,
    effect:
      'They are not sent until a manager releases them. The winners keep reading that their voucher is being prepared, and the delivery promise still applies.',
  },
  release: {
    title: 'Release',
    button: (count) => `Release ${vouchers(count)}`,
    effect: 'They are sent now, and no rule holds them again. What was refused is owed again.',
  },
  refuse: {
    title: 'Refuse',
    button: (count) => `Refuse ${vouchers(count)}`,
    effect:
      'They are never sent, unless a manager releases them later. Refuse only what the published terms let you refuse. The winners read that their voucher was not sent, and whom to ask. The draw and the ledger do not change.',
  },
};

export type Review = AnswerOf<'readReview'>;
export type Rule = Review['rules'][number];
export type ClusterRow = AnswerOf<'readClusters'>['clusters'][number];
export type Cluster = AnswerOf<'readCluster'>;
export type Member = Cluster['members'][number];
export type Action = FieldsOf<'decideVouchers'>['action'];

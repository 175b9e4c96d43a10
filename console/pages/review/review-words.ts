import { countOf, formatCount, formatRupees } from '../../ui/format.ts';
import type { Verdict } from '../../ui/verdicts.tsx';
import type { AnswerOf, FieldsOf } from '@inaam/contract/console/calls.ts';
import type { ReviewRule, ReviewWindow } from '@inaam/contract/console/review.ts';

export const ruleNames: Readonly<Record<ReviewRule, string>> = {
  device: 'Many numbers on one device',
  network: 'Many numbers from one network',
  block: 'Many numbers of one block',
  guesses: 'Codes guessed',
};

/** What the rule counts, and which honest people it affects. */
export const ruleHints: Readonly<Record<ReviewRule, string>> = {
  device: 'Numbers verified on one phone. A family shares one, and so does a shop that helps.',
  network:
    'Numbers verified from one address. Mobile networks put thousands of people behind one, so set it high.',
  block:
    'Numbers that share their first seven digits. Those who bought their SIM in one shop do so, too.',
  guesses: 'Wrong codes before the right one, of one number. Some people mistype.',
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
  return `${does} at ${formatCount(threshold)} or more ${what} ${windowWords[windowHours]}`;
}

export function heldVerdicts({ held, days }: Review): Verdict[] {
  const { count, isMore, rupees, proposed, oldestDays } = held;
  if (count === 0 || oldestDays === null) {
    return [{ level: 'well', text: 'No voucher is held.', todo: '' }];
  }
  const vouchers = `${countOf(count, 'voucher')}${isMore ? ' or more' : ''}`;
  const isUrgent = oldestDays >= days.error;
  const age =
    oldestDays === 0
      ? 'the oldest reward is of today'
      : `the oldest reward is ${countOf(oldestDays, 'day')} old`;
  return [
    {
      level: isUrgent ? 'act' : 'look',
      text: `${vouchers} of ${formatRupees(rupees)} ${count === 1 ? 'is' : 'are'} held; ${age}. ${days.promised} days are promised, and they go on.`,
      todo: isUrgent
        ? 'Release or refuse them today.'
        : 'Look at them below: release who is honest.',
    },
    ...(proposed === 0
      ? []
      : [
          {
            level: 'look' as const,
            text: `${countOf(proposed, 'refusal')} ${proposed === 1 ? 'waits' : 'wait'} for a second manager.`,
            todo: 'Nobody can confirm what they have proposed.',
          },
        ]),
  ];
}

export const peopleIn = (count: number): string =>
  `${formatCount(count)} ${count === 1 ? 'person' : 'people'}`;

export function clusterInWords(row: ClusterRow): string {
  const { members, isMore, rupees, waiting, waitingRupees, held, proposed, refused } = row;
  const people = `${isMore ? 'At least ' : ''}${peopleIn(members)}, ${formatRupees(rupees)}`;
  const rest = [
    waiting === 0
      ? 'no voucher waits'
      : `${countOf(waiting, 'voucher')} of ${formatRupees(waitingRupees)} ${waiting === 1 ? 'waits' : 'wait'}`,
    ...(held > 0 ? [`${formatCount(held)} of these held`] : []),
    ...(proposed > 0 ? [`${formatCount(proposed)} to be confirmed`] : []),
    ...(refused > 0 ? [`${formatCount(refused)} refused`] : []),
  ];
  return `${people}; ${rest.join(', ')}`;
}

export function previewInWords({ days, total, held, isMore }: Preview): string {
  if (total === 0) return `Nobody was measured in the last ${days} days.`;
  const many = `${formatCount(held)}${isMore ? ' or more' : ''}`;
  return `It would have held ${many} of ${countOf(total, 'winner')} in the last ${days} days.`;
}

/** How much a signal is worth: none is a proof. */
export function honestInWords({ held, delivered, nothingElse }: Preview): string {
  if (held === 0) return '';
  return `Of these, ${formatCount(delivered)} got the voucher on a phone, and at ${formatCount(nothingElse)} nothing else was noticed. Both speak for honest people, and prove nothing: a phone with many SIM cards gets its vouchers, too.`;
}

type ActionWords = { title: string; button: (count: number) => string; effect: string };

const vouchers = (count: number) => countOf(count, 'voucher');

export const actionWords: Readonly<Record<Action, ActionWords>> = {
  hold: {
    title: 'Hold',
    button: (count) => `Hold ${vouchers(count)}`,
    effect:
      'They are not sent until somebody releases them. The winners go on reading that their voucher is being prepared, and the ten days go on.',
  },
  release: {
    title: 'Release',
    button: (count) => `Release ${vouchers(count)}`,
    effect: 'They are sent now. No rule holds them again. What was refused is owed again.',
  },
  refuse: {
    title: 'Refuse',
    button: (count) => `Refuse ${vouchers(count)}`,
    effect:
      'They will not be sent, and the debts are closed. Refuse only what the published terms let you refuse. The winners read that their voucher was not sent, and how to ask; the draw and the ledger stay as they are.',
  },
  confirm: {
    title: 'Confirm the refusal',
    button: (count) => `Confirm ${countOf(count, 'refusal')}`,
    effect:
      'You are the second person. They will not be sent, and the debts are closed. The winners read that their voucher was not sent, and how to ask.',
  },
};

export const needsSecond =
  'This campaign asks for two people: you propose it, and another manager confirms it.';

export type Review = AnswerOf<'readReview'>;
export type Rule = Review['rules'][number];
export type ClusterRow = AnswerOf<'readClusters'>['clusters'][number];
export type Cluster = AnswerOf<'readCluster'>;
export type Member = Cluster['members'][number];
export type Preview = AnswerOf<'previewRule'>;
export type Action = FieldsOf<'decideVouchers'>['action'];

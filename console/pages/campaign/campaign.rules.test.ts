import { previewChoice, previewScreens } from '@inaam/contract/console/preview.ts';
import { expect, test } from 'vitest';
import { previewChoices, sortedFindings, type Finding } from './campaign.rules.ts';

const of = (check: string, state: Finding['state']): Finding => ({
  check,
  state,
  found: '',
  mend: null,
});

test('the worst findings come first, each state in the order of the checks', () => {
  const findings = [
    of('text of the code', 'ok'),
    of('paths', 'skipped'),
    of('DLT ids', 'fault'),
    of('sending hours', 'warning'),
    of('templates', 'fault'),
  ];
  const names = sortedFindings(findings).map(({ check }) => check);
  expect(names).toEqual(['DLT ids', 'templates', 'sending hours', 'paths', 'text of the code']);
});

test('every screen is there, and each reward by its amount; the frame reads each as it was written', () => {
  const choices = previewChoices({ rewards: [3, 5, 10], fixedRewards: [3], isAsked: false });
  // There is no question.
  expect(choices).toHaveLength(previewScreens.length + 1);
  expect(new Set(choices.map(({ title }) => title)).size).toBe(choices.length);
  expect(choices.map(({ fragment }) => fragment)).toContain('#reward/10');
  for (const { fragment } of choices) {
    const { screen, amount } = previewChoice(fragment);
    expect(`#${screen}${amount === undefined ? '' : `/${amount}`}`).toBe(fragment);
  }
});

test.each(['', '#', '#nothing', '#home/x', '#home/3/4'])('there is no screen %j', (fragment) => {
  expect(() => previewChoice(fragment)).toThrow(/there is no screen/);
});

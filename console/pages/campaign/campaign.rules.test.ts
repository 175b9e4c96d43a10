import { previewChoice, previewScreens } from '@inaam/contract/console/preview.ts';
import { expect, test } from 'vitest';
import {
  headlineOf,
  previewChoices,
  sortedFindings,
  unseenInWords,
  type Finding,
  type LaunchStep,
} from './campaign.rules.ts';

const of = (check: string, state: Finding['state']): Finding => ({
  check,
  state,
  found: '',
  mend: null,
});
const step = (state: LaunchStep['state']): LaunchStep => ({
  step: 'sms check',
  state,
  found: '',
  who: null,
  mend: null,
});

test('the worst findings come first, each state in the order of the checks; unchecked ones are apart', () => {
  const findings = [
    of('database', 'ok'),
    of('draw', 'skipped'),
    of('delivery', 'fault'),
    of('languages', 'warning'),
    of('stock', 'fault'),
  ];
  const names = sortedFindings(findings).map(({ check }) => check);
  expect(names).toEqual(['delivery', 'stock', 'languages', 'database']);
});

test.each<[Finding['state'][], LaunchStep['state'][], string]>([
  [['ok', 'skipped'], ['done', 'unseen'], 'Nothing found wrong.'],
  [['warning', 'ok'], [], '1 warning.'],
  [['fault', 'warning', 'warning'], [], '1 fault, 2 warnings.'],
  [['ok'], ['fault'], '1 fault.'],
  [['fault', 'fault'], ['fault'], '2 faults.'],
])('%s and steps %s: %s', (states, steps, said) => {
  const findings = states.map((state) => of(state, state));
  expect(headlineOf({ findings, launch: steps.map(step) })).toBe(said);
});

test('what only the command can check is one sentence', () => {
  expect(unseenInWords(1)).toBe('1 check needs the server’s shell: `npx inaam doctor`.');
  expect(unseenInWords(8)).toMatch(/^8 checks need/);
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

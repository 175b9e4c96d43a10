import { expect, test } from 'vitest';
import { previewChoice, previewScreens } from '../contract.ts';
import { previewChoices } from './choices.ts';

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

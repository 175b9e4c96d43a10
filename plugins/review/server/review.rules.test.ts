import { expect, test } from 'vitest';
import {
  defaultSettings,
  findHoldingRule,
  isNoticed,
  isThreshold,
  thresholdMin,
  reasonInWords,
  wrongTries,
  type Measured,
} from './review.rules.ts';
import { review, reviewRules, type ReviewRule } from '../contract.ts';
import { consoleRoles } from '@inaam/contract/console/roles.ts';

const measured = (inHour: number, inDay = inHour, inWeek = inDay): Measured => ({
  inHour,
  inDay,
  inWeek,
});

test('every rule is off until somebody sets it, and its default can be set', () => {
  for (const rule of reviewRules) {
    expect(defaultSettings[rule].mode).toBe('watch');
    expect(isThreshold(rule, defaultSettings[rule].threshold)).toBe(true);
  }
});

test.each([
  [1, 4, 'device', measured(4, 9, 9)],
  [1, 5, undefined, measured(4, 9, 9)],
  [24, 9, 'device', measured(4, 9, 9)],
  [24, 10, undefined, measured(4, 9, 20)],
  [168, 20, 'device', measured(4, 9, 20)],
] as const)(
  'a rule that holds within %i hours from %i on is answered by %s',
  (windowHours, threshold, held, found) => {
    const setting = { windowHours, threshold };
    const by = (mode: 'off' | 'watch' | 'hold') =>
      findHoldingRule(new Map([['device', found]]), {
        ...defaultSettings,
        device: { ...setting, mode },
      });
    expect(by('hold')).toBe(held);
    expect([by('watch'), by('off')]).toEqual([undefined, undefined]);
  },
);

test.each(reviewRules)('of the rule %s nothing is kept below its least', (rule: ReviewRule) => {
  const min = thresholdMin[rule];
  expect(isNoticed(rule, measured(0, 0, min))).toBe(true);
  expect(isNoticed(rule, measured(min - 1))).toBe(false);
  const right = [min, 200].map((threshold) => isThreshold(rule, threshold));
  const wrong = [min - 1, 201].map((threshold) => isThreshold(rule, threshold));
  expect([right, wrong]).toEqual([
    [true, true],
    [false, false],
  ]);
});

test('wrong tries are those before the right one, each within its time', () => {
  const at = 1_000_000_000;
  const [hour, day] = [3_600_000, 86_400_000];
  expect(wrongTries([], at)).toEqual(measured(0));
  expect(wrongTries([at], at)).toEqual(measured(0));
  expect(wrongTries([at - 2000, at - 1000, at], at)).toEqual(measured(2));
  // Exactly an hour, a day and a week ago are over. Tries after the verification count for another
  // code.
  const old = [at - hour, at - hour + 1, at - day, at - day + 1, at - 7 * day, at - 7 * day + 1];
  expect(wrongTries([...old, at, at + 1], at)).toEqual(measured(1, 3, 5));
});

test.each([
  ['device', measured(1, 12, 12), 24, '12 numbers were verified on one device within a day'],
  [
    'network',
    measured(200),
    1,
    '200 or more numbers were verified from one network within an hour',
  ],
  [
    'block',
    measured(1, 1, 9),
    168,
    '9 numbers of one block of a thousand were verified within a week',
  ],
  ['guesses', measured(6), 1, '6 wrong codes were typed within an hour before the right one'],
] as const)('the reason of the rule %s is a sentence', (rule, found, hours, words) => {
  expect(reasonInWords(rule, found, hours)).toBe(words);
});

test.each([
  ['readReview', consoleRoles],
  ['readClusters', ['manager', 'auditor']],
  ['readCluster', ['manager', 'auditor']],
  ['changeRule', ['manager']],
  ['decideVouchers', ['manager']],
] as const)('%s is for %j', (name, may) => {
  expect(review[name].may).toEqual(may);
});

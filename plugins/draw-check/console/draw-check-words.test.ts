import { expect, test } from 'vitest';
import { durationOf, lastInWords, resultOf } from './draw-check-words.ts';

const check = {
  at: Date.parse('2025-07-10T02:10:00+05:30'),
  seconds: 0.4,
  entries: 12_345,
  hash: 'ab',
  fault: null,
};

test('the last verification is said in a sentence', () => {
  expect(lastInWords([])).toBe('The draw has not been verified yet.');
  expect(lastInWords([check])).toMatch(
    /^Verified on .*10 Jul.*02:10.*: 12,345 entries, all right\.$/,
  );
  expect(lastInWords([{ ...check, fault: 'Line 3' }, check])).toMatch(/^A fault was found on .*10/);
});

test('a row has its duration and its result', () => {
  expect([durationOf(check), durationOf({ seconds: 75.4 })]).toEqual([
    'under a second',
    expect.stringMatching(/^1 min/),
  ]);
  expect([resultOf(check), resultOf({ fault: 'Line 3' })]).toEqual(['All right', 'Line 3']);
});

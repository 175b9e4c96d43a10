import { expect, test } from 'vitest';
import { budgetPoolName } from './draw-answer.ts';
import { progressOf, resultOf } from './verification-words.ts';

const last = { isWhole: true, entries: 1234567, at: 0, by: 'asha', text: '' };

test.each([
  [{ ...last, result: 'valid' }, 'Valid, with every draw: 12,34,567 entries.'],
  [{ ...last, result: 'valid', isWhole: false, entries: 1 }, 'The chain is unbroken: 1 entry.'],
  [{ ...last, result: 'notValid' }, /^Not valid:/],
  [{ ...last, result: 'failed' }, 'Not verified.'],
] as const)('the result of a verification is one sentence (%#)', (found, sentence) => {
  expect(resultOf(found)).toMatch(sentence);
});

test('the progress of a verification is known while the ledger is copied', () => {
  const running = { copied: 250, entries: 1000, seconds: 12 };
  expect(progressOf({ ...running, phase: 'copying' })).toEqual({
    text: 'Copying the ledger, 250 of 1,000 entries, for 12\u00a0s so far.',
    percent: 25,
  });
  expect(progressOf({ phase: 'copying', copied: 0, entries: 0, seconds: 0 }).percent).toBe(100);
  expect(progressOf({ ...running, phase: 'verifying' }).percent).toBeNull();
  expect(progressOf({ ...running, phase: 'elsewhere' }).text).toContain('another process');
});

test('a pool has a name that says who gets it', () => {
  expect(budgetPoolName({ kind: 'fixed', state: 'Tamil Nadu' })).toBe('Fixed, Tamil Nadu');
  expect(budgetPoolName({ kind: 'reserve', state: null })).toBe('When the deck has ended');
});

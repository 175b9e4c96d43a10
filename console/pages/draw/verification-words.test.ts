import { expect, test } from 'vitest';
import {
  budgetPoolName,
  drawVerdicts,
  formatBytes,
  progressOf,
  resultOf,
} from './verification-words.ts';

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
  expect(budgetPoolName({ kind: 'bonus', state: null })).toBe('For a right answer');
  expect(budgetPoolName({ kind: 'reserve', state: null })).toBe('When the deck has ended');
});

const made = { hash: 'a', at: 0, by: 'asha', isBeforeStart: true };
const draw = {
  commitment: made,
  reveal: { from: 100, at: null },
  head: { entries: 9, hash: 'b', lastAt: 1 },
};
const valid = { ...last, entries: 9, result: 'valid' } as const;

test.each([
  ['verified', draw, valid, 0, [['well', /^In order: every draw is valid, verified on .* IST\.$/]]],
  [
    'grown',
    draw,
    { ...valid, entries: 8, isWhole: false },
    0,
    [['well', /unbroken.*\. 1 entry came after that\.$/]],
  ],
  ['new', draw, null, 0, [['look', '9 entries are not verified yet.']]],
  [
    'one',
    { ...draw, head: { ...draw.head, entries: 1 } },
    null,
    0,
    [['look', '1 entry is not verified yet.']],
  ],
  [
    'wrong',
    draw,
    { ...valid, result: 'notValid' },
    100,
    [
      ['act', 'not valid'],
      ['look', 'due since'],
    ],
  ],
  [
    'overdue',
    draw,
    valid,
    100,
    [
      ['look', 'due since'],
      ['well', 'In order'],
    ],
  ],
  [
    'late',
    { ...draw, commitment: { ...made, isBeforeStart: false } },
    valid,
    0,
    [
      ['look', 'after'],
      ['well', 'In order'],
    ],
  ],
] as const)(
  'the first line says whether a draw is in order: %s',
  (_what, given, result, now, lines) => {
    const found = drawVerdicts(given, result, now);
    expect(found.map(({ level }) => level)).toEqual(lines.map(([level]) => level));
    lines.forEach(([, text], place) => expect(found[place]?.text).toMatch(text));
  },
);

test('a size is in kilobytes or megabytes', () => {
  expect([1, 42_348, 12_340_000].map(formatBytes)).toEqual([
    '1\u00a0kB',
    '43\u00a0kB',
    '12.3\u00a0MB',
  ]);
});

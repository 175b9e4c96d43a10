import { expect, test } from 'vitest';
import { budgetPoolName, drawVerdicts, verifierCommand } from './verification-words.ts';

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

test.each([
  ['fine', draw, 0, [['well', /^Committed to on .* IST, with 9 entries in the ledger since\.$/]]],
  [
    'overdue',
    draw,
    100,
    [
      ['look', 'due since'],
      ['well', 'Committed to'],
    ],
  ],
  [
    'late',
    { ...draw, commitment: { ...made, isBeforeStart: false } },
    0,
    [
      ['look', 'after'],
      ['well', 'Committed to'],
    ],
  ],
] as const)('the first line says what a draw needs: %s', (_what, given, now, lines) => {
  const found = drawVerdicts(given, now);
  expect(found.map(({ level }) => level)).toEqual(lines.map(([level]) => level));
  lines.forEach(([, text], place) => expect(found[place]?.text).toMatch(text));
});

test('the verifier is told whether the secret is published', () => {
  expect(verifierCommand('abc', false)).toContain('--before-reveal --commitment commitment.json');
  expect(verifierCommand('abc', true)).toMatch(/--secret secret\.txt .* --expect abc$/);
});

import { expect, test } from 'vitest';
import { isDue, verdictsOf } from './draw-check.rules.ts';

const at = (text: string) => Date.parse(`2025-07-${text}:00+05:30`);
const none = { lastAt: null, wantedAt: null };
const last = (text: string, wantedAt: number | null = null) => ({ lastAt: at(text), wantedAt });

test.each([
  ['never verified', none, '10T14:00', true],
  ['before the night', last('09T02:10'), '10T01:59', false],
  ['the night', last('09T02:10'), '10T02:00', true],
  ['this night is done', last('10T02:00'), '10T02:01', false],
  ['asked for in the evening, and the night', last('09T22:00'), '10T02:00', true],
  ['a start in the morning after a missed night', last('09T14:00'), '10T09:00', false],
  ['26 hours without one', last('09T02:10'), '10T04:11', true],
  ['26 hours without one, by day', last('09T08:00'), '10T10:01', true],
  ['a clock that is set back', last('12T02:10'), '10T14:00', true],
  ['somebody waits', last('10T02:10', at('10T14:00')), '10T14:01', true],
  ['somebody waited', last('10T14:01', at('10T14:00')), '10T14:02', false],
] as const)('it is due each night, or when somebody waits: %s', (_what, known, now, is) => {
  expect(isDue(known, at(now), 0)).toBe(is);
});

test('the night is that of the campaign’s clock', () => {
  const aheadMs = 6 * 3_600_000;
  expect(isDue(last('09T20:10'), at('09T19:59'), aheadMs)).toBe(false);
  expect(isDue(last('08T20:10'), at('09T20:00'), aheadMs)).toBe(true);
});

const right = { at: at('10T02:00'), fault: null };
test.each([
  ['no draw', undefined, undefined, '20T00:00', []],
  ['verified', right, at('01T00:00'), '12T01:59', []],
  ['silent', right, at('01T00:00'), '12T02:00', [['look', /last verified 2 days ago/]]],
  ['new', undefined, at('09T00:00'), '10T00:00', []],
  ['never', undefined, at('01T00:00'), '10T00:00', [['look', /in the 9 days since its com/]]],
  [
    'wrong, however long ago',
    { ...right, fault: 'Line 3 of the ledger: amount must be 2, but is 5.' },
    at('01T00:00'),
    '20T00:00',
    [['act', /not what it must be\. Line 3 of the ledger: amount/]],
  ],
] as const)('the overview says what is wrong: %s', (_what, check, committedAt, now, expected) => {
  const found = verdictsOf(check, committedAt, at(now));
  expect(found.map(({ level }) => level)).toEqual(expected.map(([level]) => level));
  expected.forEach(([, text], place) => expect(found[place]?.text).toMatch(text));
  expect(found.every(({ kind, page, todo }) => kind === 'draw' && page === 'draw' && todo)).toBe(
    true,
  );
});

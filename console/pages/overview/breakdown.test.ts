import { expect, test } from 'vitest';
import { breakdownOf, columnsOf } from './breakdown.ts';

const part = (value: string, numbers: number | null, verified: number) => ({
  value,
  visits: numbers === null ? null : numbers * 2,
  numbers,
  verified,
  rewarded: verified,
  rupees: verified * 3,
});
const sources = [part('poster', 100, 50), part('(none)', 10, 9), part('pack', 0, 0)];

const values = (column: Parameters<typeof breakdownOf>[2]['column'], isRising = false) =>
  breakdownOf('source', sources, { column, isRising }).map(({ value }) => value);

test.each([
  ['verified', false, ['poster', '(none)', 'pack']],
  ['verified', true, ['pack', '(none)', 'poster']],
  ['label', true, ['(none)', 'pack', 'poster']],
  // A share of nothing is no share, and comes last.
  ['rate', false, ['(none)', 'poster', 'pack']],
  ['rate', true, ['poster', '(none)', 'pack']],
] as const)('sorts by %s, rising: %s', (column, isRising, order) => {
  expect(values(column, isRising)).toEqual(order);
});

test('gives the share of those that requested a code', () => {
  const [poster, none, pack] = breakdownOf('source', sources, {
    column: 'verified',
    isRising: false,
  });
  expect(poster).toMatchObject({ label: 'poster', shownRate: '50%' });
  expect(none).toMatchObject({ label: 'No source in the link', shownRate: '90%' });
  expect(pack).toMatchObject({ shownRate: '–', rate: null });
});

test('has no columns of which nothing is known', () => {
  const rows = breakdownOf('state', [part('Goa', null, 5)], { column: 'visits', isRising: false });
  expect(columnsOf(rows)).toEqual(['verified', 'rewarded', 'rupees']);
});

import { expect, test } from 'vitest';
import { budgetSeries, budgetSummary } from './budget-series.ts';

const programme = { from: '2025-05-01', to: '2025-05-10', isPaused: false };
const budget = {
  plannedRupees: 1000,
  grantedRupees: 400,
  days: [
    { day: '2025-05-01', rupees: 100 },
    { day: '2025-05-03', rupees: 300 },
  ],
  forecast: { earliest: '2025-05-05', likely: '2025-05-06', latest: '2025-05-09' },
};
const today = '2025-05-03';

test('sums the budget by day, up to today, beside an even plan', () => {
  const points = budgetSeries({ budget, programme, today });
  expect(points.map(({ granted }) => granted)).toEqual([
    100,
    100,
    400,
    ...Array.from({ length: 7 }, () => null),
  ]);
  expect(points.map(({ plan }) => plan)).toEqual([
    100, 200, 300, 400, 500, 600, 700, 800, 900, 1000,
  ]);
});

test('begins with what was granted before the first day that is listed', () => {
  const points = budgetSeries({ budget: { ...budget, grantedRupees: 450 }, programme, today });
  expect(points.slice(0, 3).map(({ granted }) => granted)).toEqual([150, 150, 450]);
});

test('spreads the forecast from today to its earliest and latest day', () => {
  const points = budgetSeries({ budget, programme, today });
  expect(points[1]).toMatchObject({ likely: null, range: null });
  expect(points[2]).toMatchObject({ likely: 400, range: [400, 400] });
  expect(points[4]).toMatchObject({ likely: 800, range: [600, 1000] });
  expect(points[8]).toMatchObject({ likely: 1000, range: [1000, 1000] });
});

test('draws no forecast where the budget lasts', () => {
  const points = budgetSeries({ budget: { ...budget, forecast: null }, programme, today });
  expect(points.every(({ likely, range }) => likely === null && range === null)).toBe(true);
});

test('says in words how far the budget is and when it ends', () => {
  expect(budgetSummary({ budget, programme })).toBe(
    '₹400 of ₹1,000 (40%) granted. At the pace of the last days it ends on 6 May 2025, between 5 May 2025 and 9 May 2025.',
  );
  expect(budgetSummary({ budget: { ...budget, forecast: null }, programme })).toContain(
    'No sign that it ends before 10 May 2025.',
  );
  expect(budgetSummary({ budget: { ...budget, grantedRupees: 1000 }, programme })).toContain(
    'It is used up.',
  );
});

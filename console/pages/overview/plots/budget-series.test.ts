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
  perDay: 200,
};
const lasting = { ...budget, forecast: null, perDay: 50 };
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

test('begins with what was granted before the first listed day', () => {
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

test('if the budget lasts, continues at the pace of the last days, up to the plan', () => {
  const points = budgetSeries({ budget: lasting, programme, today });
  expect(points.map(({ likely }) => likely)).toEqual([
    null,
    null,
    400,
    450,
    500,
    550,
    600,
    650,
    700,
    750,
  ]);
  expect(points.every(({ range }) => range === null)).toBe(true);
  const whole = budgetSeries({ budget: { ...lasting, perDay: 500 }, programme, today });
  expect(whole.at(-1)?.likely).toBe(1000);
});

test('draws no forecast of too few days', () => {
  const points = budgetSeries({ budget: { ...lasting, perDay: null }, programme, today });
  expect(points.every(({ likely, range }) => likely === null && range === null)).toBe(true);
});

test('says in words how far the budget is and when it ends', () => {
  expect(budgetSummary({ budget, programme, today })).toBe(
    '₹400 of ₹1,000 (40%) granted. At the pace of the last days it ends on 6 May 2025, between 5 May 2025 and 9 May 2025.',
  );
  expect(budgetSummary({ budget: lasting, programme, today })).toBe(
    '₹400 of ₹1,000 (40%) granted. No sign that it ends before 10 May 2025: at the pace of the last days ₹750 (75%) by then.',
  );
  const few = { budget: { ...lasting, perDay: null }, programme, today };
  expect(budgetSummary(few)).toMatch(/before 10 May 2025\.$/);
  expect(budgetSummary({ budget: lasting, programme, today: '2025-05-11' })).toMatch(
    /before 10 May 2025\.$/,
  );
  expect(budgetSummary({ budget: { ...budget, grantedRupees: 1000 }, programme, today })).toContain(
    'It is used up.',
  );
});

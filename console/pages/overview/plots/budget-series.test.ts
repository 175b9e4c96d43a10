import { expect, test } from 'vitest';
import { budgetSeries, budgetSummary, recentPart, topOf } from './budget-series.ts';

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

test('forecasts at the pace of the last days, up to the plan, with a range that grows', () => {
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
  expect(points[1]).toMatchObject({ range: null });
  expect(points[2]).toMatchObject({ range: [400, 400] });
  const [least = 0, most = 0] = points[3]?.range ?? [];
  expect([least < 450, most > 450, least >= 400]).toEqual([true, true, true]);
  expect(points[9]?.range?.[1]).toBeGreaterThan(most);
  const whole = budgetSeries({ budget: { ...lasting, perDay: 500 }, programme, today });
  expect(whole.at(-1)).toMatchObject({ likely: 1000 });
  expect(whole.every(({ range }) => range === null || range[1] <= 1000)).toBe(true);
});

test('draws no forecast of too few days', () => {
  const points = budgetSeries({ budget: { ...lasting, perDay: null }, programme, today });
  expect(points.every(({ likely, range }) => likely === null && range === null)).toBe(true);
});

test('zooms to the days so far and as many again, and to what is spent of a large budget', () => {
  const long = { ...programme, to: '2025-08-08' };
  const large = { ...lasting, plannedRupees: 1_00_000 };
  const all = budgetSeries({ budget: large, programme: long, today });
  const recent = recentPart(all);
  expect([all.length, recent.length]).toEqual([100, 14]);
  expect(topOf(recent, true)).toBeLessThan(2500);
  expect(topOf(all, false)).toBe(1_00_000);
  const later = budgetSeries({ budget: large, programme: long, today: '2025-05-20' });
  expect(recentPart(later)).toHaveLength(40);
});

test.each([
  [
    { budget, today },
    '₹400 of ₹1,000 is spent (40%), and 30% of the time is gone. At the pace of the last days it ends on 6 May 2025, between 5 May 2025 and 9 May 2025.',
  ],
  [
    { budget: lasting, today },
    '₹400 of ₹1,000 is spent (40%), and 30% of the time is gone. It lasts to the end: at the pace of the last days, ₹750 (75%) by 10 May 2025.',
  ],
  [
    { budget: { ...lasting, perDay: null }, today },
    '₹400 of ₹1,000 is spent (40%), and 30% of the time is gone. A forecast needs three whole days.',
  ],
  [
    { budget: lasting, today: '2025-05-11' },
    '₹400 of ₹1,000 is spent (40%). The campaign has ended.',
  ],
  [
    { budget: { ...lasting, grantedRupees: 0, days: [] }, today: '2025-04-30' },
    '₹0 of ₹1,000 is spent (0%). The campaign begins on 1 May 2025.',
  ],
  [
    { budget: { ...budget, grantedRupees: 1000 }, today },
    '₹1,000 of ₹1,000 is spent (100%). The budget is used up.',
  ],
])('says in words how much is spent, in which part of the time (%#)', (facts, text) => {
  expect(budgetSummary({ ...facts, programme })).toBe(text);
});

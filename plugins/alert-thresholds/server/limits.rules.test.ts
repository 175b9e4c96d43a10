import { expect, test } from 'vitest';
import { verdictLimits } from '@inaam/server/figures/verdicts.rules.ts';
import { faultsOf, ranges, type Thresholds } from '../thresholds.rules.ts';
import { defaults, limitsOf } from './limits.rules.ts';

test('thresholds are limits in shares, days and seconds; failed vouchers are off by default', () => {
  const failures = { from: 20, look: Infinity, act: Infinity };
  expect(limitsOf(defaults)).toEqual({ ...verdictLimits, failures });
  const own = { budgetLook: 29, budgetAct: 57, stockLook: 30, stockAct: 9, codeMinutes: 5 };
  expect(limitsOf({ ...own, failedPercent: 7 })).toEqual({
    ...verdictLimits,
    granted: { look: 0.29, act: 0.57 },
    stockDays: { look: 30, act: 9 },
    codeSeconds: 300,
    failures: { ...failures, look: 0.07 },
  });
});

const whole = 'Enter a whole number from 1 to 100';
test.each<[Partial<Thresholds>, ReturnType<typeof faultsOf>]>([
  [{}, {}],
  [{ budgetLook: 1, budgetAct: 100, stockLook: 90, stockAct: 1, codeMinutes: 60 }, {}],
  [{ budgetLook: 94, stockLook: 3, failedPercent: 1 }, {}],
  [{ budgetLook: 95 }, { budgetAct: 'Enter more than for look.' }],
  [{ stockLook: 2 }, { stockAct: 'Enter fewer days than for look.' }],
  [{ budgetLook: 100, budgetAct: 101 }, { budgetAct: `${whole}.` }],
  [{ budgetLook: null }, { budgetLook: `${whole}.` }],
  [{ failedPercent: 0.5 }, { failedPercent: `${whole}, or nothing.` }],
])('%j: %j', (change, faults) => {
  expect(faultsOf({ ...defaults, ...change })).toEqual(faults);
});

test.each(Object.entries(ranges))('%s is a whole number in its range', (name, [, least, most]) => {
  for (const value of [least - 1, least + 0.5, most + 1, Infinity, NaN]) {
    expect(Object.keys(faultsOf({ ...defaults, [name]: value }))).toEqual([name]);
  }
});

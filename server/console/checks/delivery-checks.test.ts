import { expect, test } from 'vitest';
import { checkStock, type AmountStock } from './delivery-checks.ts';

const stockOf = (amount: number, free: number, owed: number, daysLeft: number | null) =>
  ({ amount, free, owed, daysLeft }) satisfies AmountStock;

const plenty = stockOf(3, 900, 0, 30);

test.each<[string, AmountStock[], string, RegExp | undefined]>([
  ['enough of each', [plenty, stockOf(5, 10, 0, 7)], 'ok', undefined],
  ['winners wait', [plenty, stockOf(5, 1, 2, 0)], 'fault', /^Winners wait: load codes of Rs 5\.$/],
  ['less than two days', [plenty, stockOf(5, 9, 0, 1)], 'fault', /^Load codes of Rs 5 now\.$/],
  ['less than a week', [plenty, stockOf(5, 9, 0, 6)], 'warning', /^Load more codes of Rs 5\.$/],
  ['none, and nobody asks', [plenty, stockOf(5, 0, 0, null)], 'warning', /before somebody wins/],
])('stock: %s', (_, stock, state, mend) => {
  const finding = checkStock(stock);
  expect(finding.state).toBe(state);
  expect(finding.mend ?? '').toMatch(mend ?? /^$/);
  expect(finding.found).toMatch(/^Rs 3: 900 free, 0 owed, for 30 days; Rs 5: /);
});

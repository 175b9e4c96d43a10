import { expect, test } from 'vitest';
import { voucherDueDay } from './delivery-limits.rules.ts';

test.each([
  ['2025-05-06', '2025-05-16'],
  ['2025-08-25', '2025-09-04'],
  ['2025-12-22', '2026-01-01'],
  ['2028-02-19', '2028-02-29'],
])('[REW-3] the voucher of %s comes by %s', (rewardDay, dueDay) => {
  expect(voucherDueDay(rewardDay)).toBe(dueDay);
});

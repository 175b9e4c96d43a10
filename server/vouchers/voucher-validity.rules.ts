import { voucherPromise } from '@inaam/contract/limits.ts';
import { indianDay } from '../platform/period.rules.ts';

/**
 * The day until which a voucher is promised to be valid: a year after the Indian day on which its
 * code is assigned (CAM-6). A code that expires sooner is not assigned.
 * @param assignedAt the campaign's time, ms
 * @returns `YYYY-MM-DD`
 */
export function promisedUntil(assignedAt: number): string {
  const [year = '', ...monthAndDay] = indianDay(assignedAt).split('-');
  const date = monthAndDay.join('-');
  return `${Number(year) + voucherPromise.years}-${date === '02-29' ? '02-28' : date}`;
}

const soonMs = 30 * 86_400_000;

/**
 * The days and times that a report of the stock depends on.
 * @param now wall time, ms
 * @param at the campaign's time, ms
 */
export const stockMoment = (now: number, at: number) => ({
  now,
  promisedUntil: promisedUntil(at),
  /** The same in 30 days. */
  promisedLater: promisedUntil(at + soonMs),
});

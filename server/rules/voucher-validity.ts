import { indianDay } from './period.ts';

/**
 * The day until which a voucher is promised to be valid: one year after the Indian day on which its
 * code is assigned (CAM-6). A code that expires sooner is not given.
 * @param assignedAt the campaign's time, ms
 * @returns `YYYY-MM-DD`
 */
export function promisedUntil(assignedAt: number): string {
  const [year = '', ...monthAndDay] = indianDay(assignedAt).split('-');
  const date = monthAndDay.join('-');
  return `${Number(year) + 1}-${date === '02-29' ? '02-28' : date}`;
}

import { formatDate } from '@inaam/campaigns/public/format.ts';
import { indianDay } from '../rules/period.ts';

/** The SMS alphabet has Latin letters only. */
const language = 'en';

/**
 * The last day a voucher is valid, `6 May 2026`: a year after the day in India on which its code
 * was assigned, 28 February for the 29th (requirement CAM-6).
 * @param assignedAt ms of the campaign's clock
 */
export function validUntil(assignedAt: number): string {
  const [year = '', ...monthAndDay] = indianDay(assignedAt).split('-');
  const date = monthAndDay.join('-');
  return formatDate(`${Number(year) + 1}-${date === '02-29' ? '02-28' : date}`, language);
}

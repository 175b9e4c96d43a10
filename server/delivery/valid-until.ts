import { formatDate } from '@inaam/campaigns/public/format.ts';
import { indianDay } from '../rules/period.ts';

/** The SMS alphabet has Latin letters only. */
const language = 'en';

/** One year after the Indian day of the assignment, such as `6 May 2026` (CAM-6). */
export function validUntil(assignedAt: number): string {
  const [year = '', ...monthAndDay] = indianDay(assignedAt).split('-');
  const date = monthAndDay.join('-');
  return formatDate(`${Number(year) + 1}-${date === '02-29' ? '02-28' : date}`, language);
}

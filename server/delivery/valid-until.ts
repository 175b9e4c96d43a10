import { formatDate } from '@inaam/campaigns/public/format.ts';
import { promisedUntil } from '../rules/voucher-validity.ts';

/** The SMS alphabet has Latin letters only. */
const language = 'en';

/** As the SMS says it, such as `6 May 2026` (CAM-6). */
export function validUntil(assignedAt: number): string {
  return formatDate(promisedUntil(assignedAt), language);
}

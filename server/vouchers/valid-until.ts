import { smsDate } from '@inaam/campaigns/sms/sms-date.ts';
import { promisedUntil } from './voucher-validity.rules.ts';

/**
 * The date as the SMS states it, in the language of its registered text, such as `6 May 2026`
 * (CAM-6).
 */
export function validUntil(assignedAt: number, language: string): string {
  return smsDate(promisedUntil(assignedAt), language);
}

import type { SmsTemplate } from '@inaam/campaigns/loader/server-campaign.ts';
import { sendingHours } from '@inaam/campaigns/sms/sms-category.ts';
import { sendableMs } from '../../../rules/delivery/sending-hours.ts';

/**
 * For how many of these seconds a voucher could have been sent, so that a night is no fault. If the
 * text of any amount is sent at any hour, all of them.
 * @param seconds until `now`
 */
export function sendableAge(
  vouchers: Readonly<Record<string, Pick<SmsTemplate, 'category'>>>,
  seconds: number | null,
  now: number,
): number | null {
  const hours = Object.values(vouchers).map(({ category }) => sendingHours[category]);
  const [first] = hours;
  if (seconds === null || !first || hours.includes(undefined)) return seconds;
  return Math.round(sendableMs(first, now - seconds * 1000, now) / 1000);
}

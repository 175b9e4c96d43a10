import { sendableMs, type Hours } from './sending-hours.rules.ts';

/**
 * For how many of these seconds a voucher could have been sent, so that a night is no fault. If the
 * text of any amount is sent at any hour, all of them.
 * @param hours of the text of each amount, in the same hours if in any; undefined: at any hour
 * @param seconds until `now`
 */
export function sendableAge(
  hours: readonly (Hours | undefined)[],
  seconds: number | null,
  now: number,
): number | null {
  const [first] = hours;
  if (seconds === null || !first || hours.includes(undefined)) return seconds;
  return Math.round(sendableMs(first, now - seconds * 1000, now) / 1000);
}

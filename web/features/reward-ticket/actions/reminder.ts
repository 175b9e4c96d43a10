// An event for the phone's calendar (RFC 5545), on the last day of the voucher.
import { lastDayOfVoucher, voucherPromise } from '@inaam/contract/limits.ts';

const dayMs = 86_400_000;

type Reminder = { title: string; id: string; day: string };

/**
 * The first day that can be the last one: a year after the reward, whose code may come later.
 * @param by the last day of the voucher's arrival, `YYYY-MM-DD`
 */
export const lastDayOf = (by: string): string =>
  lastDayOfVoucher(iso(Date.parse(by) - voucherPromise.days * dayMs));

/** Reminds two weeks before, while there is time to use it. */
export function calendarFile({ title, id, day }: Reminder): string {
  const text = title.replaceAll(/[\\;,]/g, '\\$&');
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Inaam//EN',
    'BEGIN:VEVENT',
    `UID:${id}-${day}`,
    `DTSTAMP:${iso(Date.now()).replaceAll('-', '')}T000000Z`,
    `DTSTART;VALUE=DATE:${day.replaceAll('-', '')}`,
    folded(`SUMMARY:${text}`),
    'TRANSP:TRANSPARENT',
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    folded(`DESCRIPTION:${text}`),
    'TRIGGER:-P14D',
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${line}\r\n`).join('');
}

const iso = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** A line has at most 75 bytes, and a character at most four. */
const folded = (line: string): string => line.replaceAll(/.{18}(?=.)/gu, '$&\r\n ');

import { formatDate } from '../public/format-date.ts';

/**
 * A day as a text says it: `6 May 2026`, and `06-05-2026` in any other language than English, since
 * a variable is registered for Latin letters and digits.
 * @param day `YYYY-MM-DD`
 */
export function smsDate(day: string, language: string): string {
  if (/^en\b/.test(language)) return formatDate(day, language);
  return day.split('-').toReversed().join('-');
}

// Separate from format.ts, so that months load with the ticket and not with the first page.
import { localeOf } from './format.ts';

/** Creating a format takes far longer than using it. */
const dateFormats = new Map<string, Intl.DateTimeFormat>();

/**
 * Chromium's Intl has months only for the languages of its menus. The native speaker who signs off
 * the words also signs these off.
 */
const ownMonths: Readonly<Record<string, string>> = {
  pa: 'ਜਨਵਰੀ ਫ਼ਰਵਰੀ ਮਾਰਚ ਅਪ੍ਰੈਲ ਮਈ ਜੂਨ ਜੁਲਾਈ ਅਗਸਤ ਸਤੰਬਰ ਅਕਤੂਬਰ ਨਵੰਬਰ ਦਸੰਬਰ',
};

/** `6 May 2025`. */
export function formatDate(day: string, language: string): string {
  const [year, month, dayOfMonth] = day.split('-').map(Number);
  const ownMonth = ownMonths[language]?.split(' ')[Number(month) - 1];
  if (ownMonth !== undefined) return `${dayOfMonth} ${ownMonth} ${year}`;
  let format = dateFormats.get(language);
  if (format === undefined) {
    format = new Intl.DateTimeFormat(localeOf(language), {
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      timeZone: 'UTC',
    });
    dateFormats.set(language, format);
  }
  return format.format(new Date(`${day}T00:00:00Z`));
}

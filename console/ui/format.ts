// Indian formats: 1,23,456 and ₹; times in India, whatever the browser's zone.
const locale = 'en-IN';
const timeZone = 'Asia/Kolkata';

const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
const oneDecimal = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
const money = new Intl.NumberFormat(locale, {
  style: 'currency',
  currency: 'INR',
  maximumFractionDigits: 0,
});
const dayAndTime = new Intl.DateTimeFormat(locale, {
  timeZone,
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
const clock = new Intl.DateTimeFormat(locale, {
  timeZone,
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});
const hour = new Intl.DateTimeFormat(locale, {
  timeZone,
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
const shortDay = new Intl.DateTimeFormat(locale, { timeZone, day: 'numeric', month: 'short' });
const longDay = new Intl.DateTimeFormat(locale, {
  timeZone,
  day: 'numeric',
  month: 'short',
  year: 'numeric',
});

export const noBreak = '\u00a0';
const indiaAheadMs = 5.5 * 3_600_000;

export const formatCount = (value: number): string => whole.format(value);
/** "1 visit", "2,345 visits" */
export const countOf = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;
export const formatDecimal = (value: number): string => oneDecimal.format(value);
export const formatRupees = (value: number): string => money.format(value);
export const formatTime = (ms: number): string => `${dayAndTime.format(ms)} IST`;
export const formatClock = (ms: number): string => `${clock.format(ms)} IST`;
export const formatHour = (ms: number): string => hour.format(ms);
export const formatShortDay = (ms: number): string => shortDay.format(ms);

/** "62.1%"; a small share is not shown as nothing. */
export function formatShare(value: number): string {
  return value > 0 && value < 0.0005 ? `under ${percent.format(0.001)}` : percent.format(value);
}

/** YYYY-MM-DD */
export const formatDay = (day: string): string => longDay.format(startOfDay(day));

/** Start of a day in India, ms. */
export function startOfDay(day: string): number {
  return Date.parse(`${day}T00:00:00+05:30`);
}

/** The day in India, YYYY-MM-DD. */
export function dayOf(ms: number): string {
  return new Date(ms + indiaAheadMs).toISOString().slice(0, 10);
}

const dayMs = 86_400_000;

/** Days, both included. */
export const lengthOf = ({ from, until }: { from: string; until: string }): number =>
  Math.round((startOfDay(until) - startOfDay(from)) / dayMs) + 1;

/** "12 s", "3 min", "2 h 5 min", "4 days", with non-breaking spaces. */
export function formatDuration(seconds: number): string {
  return durationOf(seconds).replaceAll(' ', noBreak);
}

function durationOf(seconds: number): string {
  if (seconds < 10) return `${oneDecimal.format(seconds)} s`;
  if (seconds < 120) return `${Math.round(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 120) return `${minutes} min`;
  if (minutes < 48 * 60) {
    const rest = minutes % 60;
    return `${Math.floor(minutes / 60)} h${rest === 0 ? '' : ` ${rest} min`}`;
  }
  return `${Math.round(minutes / 1440)} days`;
}

/** On an axis, where space is short: 12,000 and 4.5 L (lakh), 1.2 Cr (crore). */
export function formatShort(value: number): string {
  if (Math.abs(value) >= 1e7) return `${oneDecimal.format(value / 1e7)}${noBreak}Cr`;
  if (Math.abs(value) >= 1e5) return `${oneDecimal.format(value / 1e5)}${noBreak}L`;
  return oneDecimal.format(value);
}

const languages = new Intl.DisplayNames('en-IN', { type: 'language' });

/** The tag itself if it is none. */
export function languageName(tag: string): string {
  try {
    return languages.of(tag) ?? tag;
  } catch {
    return tag;
  }
}

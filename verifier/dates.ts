const dayForm = /^2\d{3}-\d\d-\d\d$/;
const instantForm = /^2\d{3}-\d\d-\d\dT(?:[01]\d|2[0-3]):[0-5]\dZ$/;
const dayMs = 86_400_000;
const indianMs = 19_800_000;

export function isDay(value: unknown): value is string {
  if (typeof value !== 'string' || !dayForm.test(value)) return false;
  const at = Date.parse(`${value}T00:00:00.000Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(value);
}

/** ISO 8601 in UTC, to the minute. */
export function isInstant(value: unknown): value is string {
  return typeof value === 'string' && instantForm.test(value) && isDay(value.slice(0, 10));
}

/** Days since 1970-01-01. */
export const dayNumber = (day: string) => Date.parse(`${day}T00:00:00.000Z`) / dayMs;

/** Days from 1970-01-01 to the instant's day in India. */
export const indianDayNumber = (at: string) => Math.floor((Date.parse(at) + indianMs) / dayMs);

import { lastDayOfVoucher } from '@inaam/contract/limits.ts';
import { indianDay, dayMs } from '../platform/period.rules.ts';

/**
 * The day until which a voucher is promised to be valid: a year after the Indian day on which its
 * code is assigned (CAM-6). A code that expires sooner is not assigned.
 * @param assignedAt the campaign's time, ms
 * @returns `YYYY-MM-DD`
 */
export const promisedUntil = (assignedAt: number): string =>
  lastDayOfVoucher(indianDay(assignedAt));

const soonMs = 30 * 86_400_000;

/** The days that the stock depends on. @param at the campaign's time, ms */
export const stockMoment = (at: number) => ({
  promisedUntil: promisedUntil(at),
  /** The same in 30 days. */
  promisedLater: promisedUntil(at + soonMs),
});

// Forecasts when the stock of an amount runs out if rewards continue at the recent pace.

export type Demand = {
  /** Rewards in the last 24 hours and in the last seven days. */
  lastDay: number;
  lastWeek: number;
  /** When the first reward of this amount was granted, wall time in ms; undefined: none yet. */
  firstAt: number | undefined;
};

type Forecast = {
  /** Rewards per day: the larger of the last day's number and the week's average. */
  perDay: number;
  /** Whole days; null: no demand. */
  daysLeft: number | null;
};

/**
 * @param stock codes that can be assigned, and rewards that wait for one
 * @param now wall time, ms
 */
export function forecastStock(
  stock: { free: number; owed: number },
  { lastDay, lastWeek, firstAt }: Demand,
  now: number,
): Forecast {
  const days = firstAt === undefined ? 1 : Math.min(7, Math.max(1, (now - firstAt) / dayMs));
  const perDay = Math.ceil(Math.max(lastDay, lastWeek / days));
  if (perDay === 0) return { perDay, daysLeft: null };
  const daysLeft = Math.floor(Math.max(0, stock.free - stock.owed) / perDay);
  return { perDay, daysLeft };
}

/** Days of stock left; an issuer needs some days to send more. */
export const stockAlarm = { warnDays: 7, errorDays: 2 };

// When the stock of an amount runs out if rewards are granted at the recent pace.
import { indianDay } from '../platform/period.rules.ts';

const dayMs = 86_400_000;

export type Demand = {
  /** Rewards of the last 24 hours and of the last seven times 24 hours. */
  lastDay: number;
  lastWeek: number;
  /** When the first reward of this amount was granted, wall time in ms; undefined: none yet. */
  firstAt: number | undefined;
};

export type Forecast = {
  /** Rewards per day: the larger of the last day's number and the week's average. */
  perDay: number;
  /** Whole days; null: no demand. */
  daysLeft: number | null;
  /** Indian day, `YYYY-MM-DD`. */
  runsOutOn: string | null;
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
  if (perDay === 0) return { perDay, daysLeft: null, runsOutOn: null };
  const daysLeft = Math.floor(Math.max(0, stock.free - stock.owed) / perDay);
  return { perDay, daysLeft, runsOutOn: indianDay(now + daysLeft * dayMs) };
}

/** Days of stock left; an issuer needs some days to send more. */
export const stockAlarm = { warnDays: 7, errorDays: 2 } as const;

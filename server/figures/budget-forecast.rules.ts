// Forecasts when the budget will be used up if the coming days are like the recent ones.
import { dayStart, indianDay } from '../platform/period.rules.ts';

export type BudgetForecast = { earliest: string; likely: string; latest: string };

/** With fewer days the spread is meaningless. */
const daysMin = 3;
/** Older days say less about the coming ones. */
const daysMax = 14;
/** In a normal distribution, four of five values are within this many standard deviations. */
const limit = 1.28;
const dayMs = 86_400_000;
/** No forecast goes beyond this. */
const horizonDays = 400;

/** Rupees per day, of whole days, oldest first and without gaps; null: too few days. */
export function paceOf(days: readonly number[]): number | null {
  const last = days.slice(-daysMax);
  if (last.length < daysMin) return null;
  return last.reduce((sum, rupees) => sum + rupees, 0) / last.length;
}

/**
 * @param days rupees of whole days, oldest first and without gaps; without today, which is not over
 * @param remaining rupees left now
 * @param today the campaign's day, on which the next rupees are granted
 * @param lastDay last day of the programme
 * @returns null: it lasts to the end with a probability of four fifths, or it cannot be known yet
 */
export function forecastBudget(
  days: readonly number[],
  { remaining, today, lastDay }: { remaining: number; today: string; lastDay: string },
): BudgetForecast | null {
  const mean = paceOf(days);
  if (mean === null || mean === 0 || today > lastDay) return null;
  const last = days.slice(-daysMax);
  const variance = last.reduce((sum, rupees) => sum + (rupees - mean) ** 2, 0) / (last.length - 1);
  // The spread of a sum of coming days: their own, and that of the estimated mean.
  const spread = (coming: number) =>
    limit * Math.sqrt(variance * (coming + coming ** 2 / last.length));
  const dayOf = (spentIn: (coming: number) => number) => {
    let coming = 1;
    while (coming < horizonDays && spentIn(coming) < remaining) coming += 1;
    return indianDay(dayStart(today) + (coming - 1) * dayMs);
  };
  const earliest = dayOf((coming) => coming * mean + spread(coming));
  if (earliest >= lastDay) return null;
  return {
    earliest,
    likely: dayOf((coming) => coming * mean),
    latest: dayOf((coming) => coming * mean - spread(coming)),
  };
}

// Durations are stored as counts by bucket. Each bucket ends at 2^(1/4) times the end of the
// previous one, so its middle is within a tenth of every value in it (`inaam.rollup_bucket`).

/** `bucket` 0 ends at a tenth of a second. */
export type DurationCount = { bucket: number; count: number };

const firstSeconds = 0.1;
const perDoubling = 4;

/** @param share for example 0.95; @returns seconds, null if there are no durations */
export function percentileOf(counts: readonly DurationCount[], share: number): number | null {
  const ordered = counts
    .filter(({ count }) => count > 0)
    .toSorted((one, other) => one.bucket - other.bucket);
  const total = ordered.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return null;
  const rank = Math.max(1, Math.ceil(share * total));
  let passed = 0;
  const found = ordered.find(({ count }) => (passed += count) >= rank);
  return found === undefined ? null : middleOf(found.bucket);
}

function middleOf(bucket: number): number {
  if (bucket === 0) return firstSeconds;
  const seconds = firstSeconds * 2 ** ((bucket - 0.5) / perDoubling);
  return Math.round(seconds * 100) / 100;
}

// The figures of a part of an hour or day, the period to compare with, and the forecast of the
// budget.
import { countsOf, type StepName } from '@inaam/contract/console/overview.ts';
import { dayAfter, dayStart, indianDay, dayMs } from '../platform/period.rules.ts';

export type OverviewCounts = Record<StepName, number>;

export const sumOf = (all: readonly OverviewCounts[]): OverviewCounts =>
  countsOf((name) => all.reduce((sum, counts) => sum + counts[name], 0));

/** @param share of each, or of all */
export const partOf = (counts: OverviewCounts, share: number | OverviewCounts): OverviewCounts =>
  countsOf((name) => Math.round(counts[name] * (typeof share === 'number' ? share : share[name])));

/**
 * Of a day, what had happened at a moment in it.
 * @param hours of the whole day, by their start, ms
 */
export function shareOfDay(
  hours: readonly { start: number; counts: OverviewCounts }[],
  at: number,
): OverviewCounts {
  const whole = sumOf(hours.map(({ counts }) => counts));
  const before = sumOf(
    hours
      .filter(({ start }) => start <= at)
      .map(({ start, counts }) => partOf(counts, shareOfHour(start, at))),
  );
  const elapsed = (at - startOfDay(at)) / dayMs;
  return countsOf((name) => (whole[name] > 0 ? before[name] / whole[name] : elapsed));
}

/** By its minutes, which are whole. */
export const shareOfHour = (hour: number, at: number): number =>
  Math.min(1, Math.floor((at - hour) / 60_000) / 60);

export const startOfDay = (at: number): number => dayStart(indianDay(at));

/**
 * `at`: up to when it counts; `isCut`: before the end of its last day. Times of the campaign, ms.
 */
export type ComparedPeriod = {
  from: string;
  until: string;
  start: number;
  at: number;
  isCut: boolean;
};

/**
 * The same weekdays before; null: it would begin before the programme.
 * @param now by the campaign's clock, ms
 */
export function comparedPeriod(
  { from, until }: { from: string; until: string },
  { now, programmeFrom }: { now: number; programmeFrom: string },
): ComparedPeriod | null {
  const today = indianDay(now);
  const days = Math.round((dayStart(until) - dayStart(from)) / dayMs) + 1;
  const shiftMs = Math.ceil(days / 7) * 7 * dayMs;
  const start = dayStart(from) - shiftMs;
  if (indianDay(start) < programmeFrom) return null;
  const isCut = from <= today && today <= until;
  const at = isCut ? now - shiftMs : dayStart(until) + dayMs - shiftMs;
  return {
    from: indianDay(start),
    until: indianDay(isCut ? at : at - 1),
    start,
    at,
    isCut,
  };
}

export type BudgetForecast = { earliest: string; likely: string; latest: string };

/** With fewer days the spread is meaningless. */
const paceDaysMin = 3;
/** Older days say less about the coming ones. */
const paceDaysMax = 14;
/** In a normal distribution, four of five values are within this many standard deviations. */
const limit = 1.28;

/** Rupees per day, of whole days, oldest first and without gaps; null: too few days. */
export function paceOf(days: readonly number[]): number | null {
  const last = days.slice(-paceDaysMax);
  if (last.length < paceDaysMin) return null;
  return last.reduce((sum, rupees) => sum + rupees, 0) / last.length;
}

/**
 * @param days rupees of whole days, oldest first and without gaps; without today, which is not over
 * @param remaining rupees left now
 * @param today the campaign's day, on which the next rupees are granted
 * @param lastDay last day of the programme
 * @returns no day after the last; null: it lasts to the end with a probability of four fifths, or
 *   it cannot be known yet
 */
export function forecastBudget(
  days: readonly number[],
  { remaining, today, lastDay }: { remaining: number; today: string; lastDay: string },
): BudgetForecast | null {
  const mean = paceOf(days);
  if (mean === null || mean === 0 || today > lastDay) return null;
  const last = days.slice(-paceDaysMax);
  const variance = last.reduce((sum, rupees) => sum + (rupees - mean) ** 2, 0) / (last.length - 1);
  // The spread of a sum of coming days: their own, and that of the estimated mean.
  const spread = (coming: number) =>
    limit * Math.sqrt(variance * (coming + coming ** 2 / last.length));
  const dayOf = (spentIn: (coming: number) => number) => {
    let coming = 1;
    let day = today;
    for (; day < lastDay && spentIn(coming) < remaining; coming += 1) day = dayAfter(day);
    return day;
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

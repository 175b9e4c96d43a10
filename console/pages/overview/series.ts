// What the plots draw: the buckets of a period, and the budget by day.
import {
  formatDay,
  formatHour,
  formatRupees,
  formatShare,
  formatShortDay,
  lengthOf,
  startOfDay,
} from '../../ui/format.ts';
import { amountOf, type Measure } from './measures.ts';
import { daysBetween, type Days, type Overview } from './view.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

export type SeriesPoint = {
  /** ms */
  readonly start: number;
  readonly label: string;
  readonly value: number;
  /** Of the same bucket of the compared period; null: there is none. */
  readonly before: number | null;
  /** It goes on, so its value still grows. */
  readonly isRunning: boolean;
};

type Answer = Pick<Overview, 'at' | 'bucket' | 'series' | 'compared'>;

/** The buckets of the period up to now, with the empty ones. */
export function timeSeriesOf(answer: Answer, days: Days, measure: Measure): SeriesPoint[] {
  const { at: now, bucket, series, compared } = answer;
  const length = bucket === 'hour' ? hourMs : dayMs;
  const values = new Map(series.map(({ start, counts }) => [start, counts[measure]]));
  const earlier = new Map(compared?.series.map(({ start, counts }) => [start, counts[measure]]));
  const all = daysBetween(days);
  const labelOf = (start: number) => {
    if (bucket === 'day') return formatShortDay(start);
    return all.length > 1 ? `${formatShortDay(start)}, ${formatHour(start)}` : formatHour(start);
  };
  const first = startOfDay(days.from);
  // No summer time in India, so each day has 24 hours.
  return Array.from({ length: (all.length * dayMs) / length }, (_, at) => first + at * length)
    .filter((start) => start <= now)
    .map((start) => {
      const before = compared === null ? undefined : startOfDay(compared.from) + start - first;
      return {
        start,
        label: labelOf(start),
        value: values.get(start) ?? 0,
        before: before === undefined ? null : (earlier.get(before) ?? 0),
        isRunning: start + length > now,
      };
    });
}

/** "204 visits. Busiest hour: 11:00, with 34." */
export function timeSeriesSummary(
  points: readonly SeriesPoint[],
  measure: Measure,
  bucket: Overview['bucket'],
): string {
  const sum = points.reduce((all, { value }) => all + value, 0);
  const [busiest] = points.toSorted((one, other) => other.value - one.value);
  const peak =
    busiest === undefined || busiest.value === 0 || points.length === 1
      ? ''
      : ` Most: ${amountOf(measure, busiest.value)}, ${bucket === 'hour' ? 'from' : 'on'} ${busiest.label}.`;
  return `${amountOf(measure, sum)}.${peak}`;
}

export type BudgetPoint = {
  readonly day: string;
  /** Spending at an even rate over the programme. */
  readonly plan: number;
  /** Up to today. */
  readonly granted: number | null;
  /** At the recent pace, from today on. */
  readonly likely: number | null;
  /** Between which it is in four of five cases. */
  readonly range: readonly [number, number] | null;
};

type Facts = Pick<Overview, 'budget' | 'programme'> & { readonly today: string };

/** Cumulative by day, with a forecast after today. */
export function budgetSeries({ budget, programme, today }: Facts): BudgetPoint[] {
  const { plannedRupees: planned, grantedRupees, days, perDay } = budget;
  const programmeDays = daysBetween({ from: programme.from, until: programme.to });
  const byDay = new Map(days.map(({ day, rupees }) => [day, rupees]));
  // What was granted before the first listed day.
  let granted = grantedRupees - days.reduce((sum, { rupees }) => sum + rupees, 0);
  const variance = perDay === null ? 0 : varianceOf({ budget, programme, today }, perDay);
  const capped = (rupees: number) => Math.round(Math.min(planned, Math.max(grantedRupees, rupees)));
  return programmeDays.map((day, index) => {
    granted += byDay.get(day) ?? 0;
    const plan = Math.round((planned * (index + 1)) / programmeDays.length);
    const point = { day, plan, granted: day <= today ? granted : null };
    if (day < today || perDay === null) return { ...point, likely: null, range: null };
    const coming = lengthOf({ from: today, until: day }) - 1;
    const middle = grantedRupees + coming * perDay;
    const spread = limit * Math.sqrt(variance * (coming + coming ** 2 / recentDays));
    return {
      ...point,
      likely: capped(middle),
      range: [capped(middle - spread), capped(middle + spread)],
    };
  });
}

// As the server forecasts the day on which the budget is used up.
const wholeDaysMin = 3;
const recentDays = 14;
const limit = 1.28;

function varianceOf({ budget, programme, today }: Facts, mean: number): number {
  const byDay = new Map(budget.days.map(({ day, rupees }) => [day, rupees]));
  const whole = daysBetween({ from: programme.from, until: today })
    .slice(0, -1)
    .slice(-recentDays)
    .map((day) => byDay.get(day) ?? 0);
  if (whole.length < 2) return 0;
  return whole.reduce((sum, rupees) => sum + (rupees - mean) ** 2, 0) / (whole.length - 1);
}

/**
 * The days that are worth drawing: what is gone, and with a forecast as much again, so that a small
 * part of a long campaign is no flat line.
 */
export function recentPart(points: readonly BudgetPoint[]): readonly BudgetPoint[] {
  const gone = points.filter(({ granted }) => granted !== null).length;
  return points.slice(0, points.some(({ likely }) => likely !== null) ? gone * 2 : gone);
}

/** A plan far above what is spent would flatten it. */
export function isPlanInSight(points: readonly BudgetPoint[]): boolean {
  const highest = Math.max(...points.map(({ granted, range }) => range?.[1] ?? granted ?? 0));
  return highest === 0 || (points.at(-1)?.plan ?? 0) <= highest * 2;
}

/** "0.6% of the budget is spent, 15% of the time is gone." and what follows from it. */
export function budgetSummary({ budget, programme, today }: Facts): string {
  const { plannedRupees, grantedRupees, forecast, perDay } = budget;
  const partOf = (rupees: number) =>
    plannedRupees === 0 ? '' : ` (${formatShare(rupees / plannedRupees)})`;
  const spent = `${formatRupees(grantedRupees)} of ${formatRupees(plannedRupees)} is spent${partOf(grantedRupees)}`;
  if (today < programme.from)
    return `${spent}. The campaign begins on ${formatDay(programme.from)}.`;
  if (grantedRupees >= plannedRupees) return `${spent}. The budget is used up.`;
  if (today > programme.to) return `${spent}. The campaign has ended.`;
  const gone = lengthOf({ from: programme.from, until: today }) / lengthOf(periodOf(programme));
  const start = `${spent}, and ${formatShare(Math.round(gone * 100) / 100)} of the time is gone.`;
  if (forecast !== null) {
    const [likely, earliest, latest] = [forecast.likely, forecast.earliest, forecast.latest].map(
      formatDay,
    );
    if (forecast.likely >= programme.to) return `${start} It may end early, from ${earliest} on.`;
    return forecast.latest >= programme.to
      ? `${start} At the recent pace it ends on ${likely}, on ${earliest} at the earliest.`
      : `${start} At the recent pace it ends on ${likely}, between ${earliest} and ${latest}.`;
  }
  if (perDay === null) {
    return lengthOf(periodOf(programme)) > wholeDaysMin
      ? `${start} A forecast needs three whole days.`
      : start;
  }
  const coming = lengthOf({ from: today, until: programme.to }) - 1;
  const end = Math.min(plannedRupees, Math.round(grantedRupees + coming * perDay));
  return `${start} It lasts to the end: at the recent pace, ${formatRupees(end)}${partOf(end)} by ${formatDay(programme.to)}.`;
}

const periodOf = ({ from, to }: Overview['programme']) => ({ from, until: to });

import { formatDay, formatRupees, formatShare, startOfDay } from '../../../ui/format.ts';
import { daysBetween } from '../period.ts';
import type { Overview } from '../overview-answer.ts';

export type BudgetPoint = {
  readonly day: string;
  /** Spending at an even rate over the programme. */
  readonly plan: number;
  /** Up to today. */
  readonly granted: number | null;
  readonly likely: number | null;
  /** Bounds of what is granted by then, at the pace of the last days. */
  readonly range: readonly [number, number] | null;
};

type Facts = Pick<Overview, 'budget' | 'programme'> & { readonly today: string };

/** Cumulative by day, with a forecast after today. */
export function budgetSeries({ budget, programme, today }: Facts): BudgetPoint[] {
  const { plannedRupees: planned, grantedRupees, days, forecast } = budget;
  const programmeDays = daysBetween({ from: programme.from, until: programme.to });
  const byDay = new Map(days.map(({ day, rupees }) => [day, rupees]));
  // What was granted before the first listed day.
  let granted = grantedRupees - days.reduce((sum, { rupees }) => sum + rupees, 0);
  const at = (end: string, day: string) => reached(end, { day, today, planned, grantedRupees });
  return programmeDays.map((day, index) => {
    granted += byDay.get(day) ?? 0;
    const plan = Math.round((planned * (index + 1)) / programmeDays.length);
    const point = { day, plan, granted: day <= today ? granted : null };
    if (day < today) return { ...point, likely: null, range: null };
    if (forecast === null) return { ...point, likely: grantedBy(budget, today, day), range: null };
    const range = [at(forecast.latest, day), at(forecast.earliest, day)] as const;
    return { ...point, likely: at(forecast.likely, day), range };
  });
}

/** Rupees by a coming day, at the pace of the last days; null if unknown so far. */
function grantedBy(
  { perDay, plannedRupees, grantedRupees }: Overview['budget'],
  today: string,
  day: string,
): number | null {
  if (perDay === null) return null;
  const coming = (startOfDay(day) - startOfDay(today)) / 86_400_000;
  return Math.min(plannedRupees, Math.round(grantedRupees + perDay * coming));
}

type Reached = { day: string; today: string; planned: number; grantedRupees: number };

/** On a straight line from today to the day on which everything is granted. */
function reached(end: string, { day, today, planned, grantedRupees }: Reached): number {
  const whole = startOfDay(end) - startOfDay(today);
  const part = whole <= 0 ? 1 : Math.min(1, (startOfDay(day) - startOfDay(today)) / whole);
  return Math.round(grantedRupees + (planned - grantedRupees) * part);
}

type Spent = Pick<Overview, 'budget' | 'programme'> & { readonly today: string };

export function budgetSummary({ budget, programme: { to }, today }: Spent): string {
  const { plannedRupees, grantedRupees, forecast } = budget;
  const partOf = (rupees: number) =>
    plannedRupees === 0 ? '' : ` (${formatShare(rupees / plannedRupees)})`;
  const granted = `${formatRupees(grantedRupees)} of ${formatRupees(plannedRupees)}${partOf(grantedRupees)} granted.`;
  if (grantedRupees >= plannedRupees) return `${granted} It is used up.`;
  if (forecast !== null)
    return `${granted} At the pace of the last days it ends on ${formatDay(forecast.likely)}, between ${formatDay(forecast.earliest)} and ${formatDay(forecast.latest)}.`;
  const byTheEnd = today > to ? null : grantedBy(budget, today, to);
  const pace =
    byTheEnd === null
      ? ''
      : `: at the pace of the last days ${formatRupees(byTheEnd)}${partOf(byTheEnd)} by then`;
  return `${granted} No sign that it ends before ${formatDay(to)}${pace}.`;
}

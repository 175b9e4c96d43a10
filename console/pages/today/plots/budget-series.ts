import { formatDay, formatRupees, formatShare, startOfDay } from '../../../ui/format.ts';
import { daysBetween } from '../period.ts';
import type { Today } from '../today-answer.ts';

export type BudgetPoint = {
  readonly day: string;
  /** If it were spent evenly over the programme. */
  readonly plan: number;
  /** Up to today. */
  readonly granted: number | null;
  readonly likely: number | null;
  /** The least and the most that is granted by then, at the pace of the last days. */
  readonly range: readonly [number, number] | null;
};

type Facts = Pick<Today, 'budget' | 'programme'> & { readonly today: string };

/** Summed by day, with the forecast after today. */
export function budgetSeries({ budget, programme, today }: Facts): BudgetPoint[] {
  const { plannedRupees: planned, grantedRupees, days, forecast } = budget;
  const programmeDays = daysBetween({ from: programme.from, until: programme.to });
  const byDay = new Map(days.map(({ day, rupees }) => [day, rupees]));
  // What was granted before the first listed day.
  let granted = grantedRupees - days.reduce((sum, { rupees }) => sum + rupees, 0);
  const at = (end: string, day: string) => reached(end, { day, today, planned, grantedRupees });
  return programmeDays.map((day, index) => {
    granted += byDay.get(day) ?? 0;
    const isAhead = day >= today && forecast !== null;
    return {
      day,
      plan: Math.round((planned * (index + 1)) / programmeDays.length),
      granted: day <= today ? granted : null,
      likely: isAhead ? at(forecast.likely, day) : null,
      range: isAhead ? [at(forecast.latest, day), at(forecast.earliest, day)] : null,
    };
  });
}

type Reached = { day: string; today: string; planned: number; grantedRupees: number };

/** On a straight line from today to the day on which all is granted. */
function reached(end: string, { day, today, planned, grantedRupees }: Reached): number {
  const whole = startOfDay(end) - startOfDay(today);
  const part = whole <= 0 ? 1 : Math.min(1, (startOfDay(day) - startOfDay(today)) / whole);
  return Math.round(grantedRupees + (planned - grantedRupees) * part);
}

export function budgetSummary({ budget, programme }: Pick<Today, 'budget' | 'programme'>): string {
  const { plannedRupees, grantedRupees, forecast } = budget;
  const share = plannedRupees === 0 ? '' : ` (${formatShare(grantedRupees / plannedRupees)})`;
  const granted = `${formatRupees(grantedRupees)} of ${formatRupees(plannedRupees)}${share} granted.`;
  if (grantedRupees >= plannedRupees) return `${granted} It is used up.`;
  if (forecast === null)
    return `${granted} No sign that it ends before ${formatDay(programme.to)}.`;
  return `${granted} At the pace of the last days it ends on ${formatDay(forecast.likely)}, between ${formatDay(forecast.earliest)} and ${formatDay(forecast.latest)}.`;
}

import { dayOf, startOfDay } from '../../ui/format.ts';

const periodNames = ['today', 'week', 'month', 'all', 'own'] as const;
export type PeriodName = (typeof periodNames)[number];
/** YYYY-MM-DD in India, both included. */
export type Days = { readonly from: string; readonly until: string };

const dayMs = 86_400_000;
const lengths = { today: 1, week: 7, month: 30 } as const;

export function isPeriodName(name: string): name is PeriodName {
  return periodNames.some((one) => one === name);
}

/** @param programme unknown until the first response */
export function daysOf(
  name: Exclude<PeriodName, 'own'>,
  now: number,
  programme: { readonly from: string; readonly to: string } | undefined,
): Days {
  const today = dayOf(now);
  if (name !== 'all') return { from: dayOf(now - (lengths[name] - 1) * dayMs), until: today };
  if (programme === undefined) return { from: today, until: today };
  const until = programme.to < today ? programme.to : today;
  // Before the start there is only today.
  return programme.from > today ? { from: today, until: today } : { from: programme.from, until };
}

export function lengthOf({ from, until }: Days): number {
  return Math.round((startOfDay(until) - startOfDay(from)) / dayMs) + 1;
}

export function daysBetween({ from, until }: Days): string[] {
  const first = startOfDay(from);
  return Array.from({ length: lengthOf({ from, until }) }, (_, at) => dayOf(first + at * dayMs));
}

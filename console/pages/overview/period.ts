import { dayOf, startOfDay, formatShare } from '../../ui/format.ts';

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

type Options = {
  /** Whether the period has ended: an incomplete day would seem to fall short of a whole one. */
  readonly isOver: boolean;
  readonly format: (value: number) => string;
};

/** Against the same days a week before; undefined if there is nothing to compare. */
export function changeOf(
  now: number,
  before: number,
  { isOver, format }: Options,
): string | undefined {
  if (before === 0) return undefined;
  if (!isOver) return `${format(before)} a week before, to the end of the day`;
  const share = (now - before) / before;
  if (Math.abs(share) < 0.0005) return 'as a week before';
  return `${share > 0 ? 'up' : 'down'} ${formatShare(Math.abs(share))} on a week before`;
}

/**
 * "62.1%". Undefined if the previous step is empty, or smaller because it had entries in an earlier
 * period.
 */
export function shareOf(part: number, whole: number): string | undefined {
  return whole === 0 || part > whole ? undefined : formatShare(part / whole);
}

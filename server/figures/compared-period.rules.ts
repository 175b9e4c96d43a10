// The period to compare with, and counts of a part of an hour or day.
import type { AnswerOf } from '@inaam/contract/console/calls.ts';
import { dayStart, indianDay } from '../platform/period.rules.ts';

export type OverviewCounts = AnswerOf<'readOverview'>['total'];

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Hours in India begin at half an hour of UTC. */
const offsetMs = 5.5 * hourMs;

const names = [
  'visits',
  'devices',
  'codes',
  'numbers',
  'verified',
  'rewarded',
  'rupees',
  'sent',
  'delivered',
  'failed',
] as const;

const countsOf = (of: (name: (typeof names)[number]) => number): OverviewCounts => ({
  visits: of('visits'),
  devices: of('devices'),
  codes: of('codes'),
  numbers: of('numbers'),
  verified: of('verified'),
  rewarded: of('rewarded'),
  rupees: of('rupees'),
  sent: of('sent'),
  delivered: of('delivered'),
  failed: of('failed'),
});

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
  hours: readonly { hour: number; counts: OverviewCounts }[],
  at: number,
): OverviewCounts {
  const whole = sumOf(hours.map(({ counts }) => counts));
  const before = sumOf(
    hours
      .filter(({ hour }) => hour <= at)
      .map(({ hour, counts }) => partOf(counts, shareOfHour(hour, at))),
  );
  const elapsed = (at - startOfDay(at)) / dayMs;
  return countsOf((name) => (whole[name] > 0 ? before[name] / whole[name] : elapsed));
}

/** By its minutes, which are whole. */
export const shareOfHour = (hour: number, at: number): number =>
  Math.min(1, Math.floor((at - hour) / 60_000) / 60);

export const startOfHour = (at: number): number =>
  Math.floor((at + offsetMs) / hourMs) * hourMs - offsetMs;
export const startOfDay = (at: number): number => dayStart(indianDay(at));

/**
 * `at`: up to when it counts; `isCut`: before the end of its last day. Times of the campaign, ms.
 */
export type ComparedPeriod = {
  from: string;
  until: string;
  start: number;
  at: number;
  shiftMs: number;
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
    shiftMs,
    isCut,
  };
}

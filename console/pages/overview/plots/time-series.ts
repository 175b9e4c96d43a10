import { countOf, dayOf, formatHour, formatShortDay, startOfDay } from '../../../ui/format.ts';
import { daysBetween, lengthOf, type Days } from '../period.ts';
import type { Counts, Overview } from '../overview-answer.ts';

const hourMs = 3_600_000;
/** Beyond that, an hour is less than a pixel on a phone. */
const daysByHour = 3;

type SeriesPoint = {
  /** ms */
  readonly start: number;
  readonly label: string;
  readonly visits: number;
  readonly codes: number;
  readonly rewarded: number;
};
export type TimeSeries = { readonly step: 'hour' | 'day'; readonly points: readonly SeriesPoint[] };

/** By hour, or by day for long periods; includes empty ones, up to now. */
export function timeSeriesOf(hours: Overview['hours'], days: Days, now: number): TimeSeries {
  const isByHour = lengthOf(days) <= daysByHour;
  const starts = isByHour
    ? daysBetween(days).flatMap((day) =>
        Array.from({ length: 24 }, (_, at) => startOfDay(day) + at * hourMs),
      )
    : daysBetween(days).map(startOfDay);
  const sums = new Map<number, Pick<Counts, 'visits' | 'codes' | 'rewarded'>>();
  for (const { hour, counts } of hours) {
    const start = isByHour ? hour : startOfDay(dayOf(hour));
    const sum = sums.get(start) ?? { visits: 0, codes: 0, rewarded: 0 };
    sums.set(start, {
      visits: sum.visits + counts.visits,
      codes: sum.codes + counts.codes,
      rewarded: sum.rewarded + counts.rewarded,
    });
  }
  const hasManyDays = lengthOf(days) > 1;
  const labelOf = (start: number) => {
    if (!isByHour) return formatShortDay(start);
    return hasManyDays ? `${formatShortDay(start)}, ${formatHour(start)}` : formatHour(start);
  };
  const points = starts
    .filter((start) => start <= now)
    .map((start) => ({
      start,
      label: labelOf(start),
      ...(sums.get(start) ?? { visits: 0, codes: 0, rewarded: 0 }),
    }));
  return { step: isByHour ? 'hour' : 'day', points };
}

export function timeSeriesSummary({ step, points }: TimeSeries): string {
  const total = (name: 'visits' | 'codes' | 'rewarded', one: string) =>
    countOf(
      points.reduce((sum, point) => sum + point[name], 0),
      one,
    );
  const busiest = points.reduce<SeriesPoint | undefined>(
    (max, point) => (point.visits > (max?.visits ?? 0) ? point : max),
    undefined,
  );
  const peak = busiest
    ? ` Busiest ${step}: ${busiest.label}, with ${countOf(busiest.visits, 'visit')}.`
    : '';
  return `${total('visits', 'visit')}, ${total('codes', 'code')} and ${total('rewarded', 'reward')}.${peak}`;
}

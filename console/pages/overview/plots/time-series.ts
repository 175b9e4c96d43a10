import { formatHour, formatShortDay, startOfDay } from '../../../ui/format.ts';
import { amountOf, type Measure } from '../measures.ts';
import { daysBetween, type Days, type Overview } from '../view.ts';

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

/** "Tue 29 Apr, 10:00 to 11:00": of the tooltip. */
export function bucketTitle({ start }: SeriesPoint, bucket: Overview['bucket']): string {
  const day = `${weekday.format(start)} ${formatShortDay(start)}`;
  return bucket === 'day' ? day : `${day}, ${formatHour(start)} to ${formatHour(start + hourMs)}`;
}

const weekday = new Intl.DateTimeFormat('en-IN', { timeZone: 'Asia/Kolkata', weekday: 'short' });

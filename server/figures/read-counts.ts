// The counts of a period and of the one before it, in total, by time, and by part.
import type { AnswerOf, FieldsOf } from '@inaam/contract/console/calls.ts';
import type { Connection } from '../database/database.ts';
import { printable } from '../platform/control-characters.rules.ts';
import { dayStart } from '../platform/period.rules.ts';
import {
  comparedPeriod,
  partOf,
  shareOfDay,
  shareOfHour,
  startOfDay,
  startOfHour,
  sumOf,
  type ComparedPeriod,
  type OverviewCounts,
} from './overview.rules.ts';
import { readDays, readHours } from './overview-figures.sql.ts';
import {
  dimensions,
  readPart,
  readPartAgain,
  readPartSeries,
  type Dimension,
  type Filter,
  type Place,
  type Span,
} from './overview-parts.sql.ts';
import { hoursKeptFrom } from './rollups.sql.ts';
import { otherLabel } from './rare-parts.sql.ts';

type Answer = AnswerOf<'readOverview'>;
type Series = Answer['series'];
type PartRow = Answer['parts']['source'][number];

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Longer periods are shown by day. */
const daysByHour = 3;

/** Times in ms: `now` by the wall clock, ahead of which the campaign's clock is. */
type Moment = { now: number; aheadMs: number; programmeFrom: string };
type Asked = FieldsOf<'readOverview'>;

type Reading = {
  connection: Connection;
  campaign: string;
  filter: Filter;
  isFiltered: boolean;
  bucket: 'hour' | 'day';
  aheadMs: number;
};

export async function readCounts(
  connection: Connection,
  campaign: string,
  asked: Asked,
  moment: Moment,
): Promise<Pick<Answer, 'total' | 'bucket' | 'series' | 'compared' | 'parts'>> {
  const { now, aheadMs, programmeFrom } = moment;
  const filter = asked.filter ?? {};
  const isFiltered = dimensions.some((name) => filter[name] !== undefined);
  const compared = comparedPeriod(asked, { now: now + aheadMs, programmeFrom });
  const from = dayStart(asked.from);
  const until = dayStart(asked.until) + dayMs;
  const hasHours = !isFiltered || (compared?.start ?? from) - aheadMs >= hoursKeptFrom(now);
  const bucket = until - from <= daysByHour * dayMs && hasHours ? 'hour' : 'day';
  const reading = { connection, campaign, filter, isFiltered, bucket, aheadMs } as const;
  const span = { from: from - aheadMs, until: until - aheadMs };
  const series = await readSeries(reading, { span, weigh: whole });
  const cut = compared && (await cutOf(reading, compared, now));
  const before = cut && (await readSeries(reading, cut.series));
  const rowsOf = (dimension: Dimension) => readRows(reading, dimension, span, cut?.parts ?? null);
  return {
    total: totalOf(series),
    bucket,
    series,
    compared:
      compared && before
        ? {
            from: compared.from,
            until: compared.until,
            at: compared.at,
            total: totalOf(before),
            series: before,
          }
        : null,
    parts: {
      source: await rowsOf('source'),
      state: await rowsOf('state'),
      language: await rowsOf('language'),
      shop: await rowsOf('shop'),
    },
  };
}

const totalOf = (series: Series) => sumOf(series.map(({ counts }) => counts));

/** `weigh`: what counts of an hour or day that does not count whole. */
type Weighed = { span: Span; weigh: Weigh };
type Weigh = (counts: OverviewCounts, place: Place) => OverviewCounts;
const whole: Weigh = (counts) => counts;

async function cutOf(
  { connection, campaign, bucket, isFiltered, aheadMs }: Reading,
  compared: ComparedPeriod,
  now: number,
): Promise<Record<'series' | 'parts', Weighed>> {
  const from = compared.start - aheadMs;
  const at = compared.at - aheadMs;
  if (!compared.isCut) {
    const uncut = { span: { from, until: at }, weigh: whole };
    return { series: uncut, parts: uncut };
  }
  const runningHour = startOfHour(at);
  const day = startOfDay(at);
  const hours = { unit: 'hour', until: runningHour + hourMs, runningHour } as const;
  const byHour: Weighed = {
    span: { from, until: runningHour, last: hours },
    weigh: weighPart(shareOfHour(runningHour, at)),
  };
  const days = { unit: 'day', until: day + dayMs, runningHour: day } as const;
  const period = { from: day, until: day + dayMs };
  const parts: Weighed =
    day >= hoursKeptFrom(now)
      ? { span: { from, until: day, last: hours }, weigh: byHour.weigh }
      : {
          span: { from, until: day, last: days },
          weigh: weighPart(shareOfDay(await readHours(connection, campaign, period), at)),
        };
  return { series: bucket === 'hour' || !isFiltered ? byHour : parts, parts };
}

const weighPart =
  (share: number | OverviewCounts): Weigh =>
  (counts, place) =>
    place === 'whole' ? counts : partOf(counts, share);

/** By the campaign's clock. */
async function readSeries(reading: Reading, { span, weigh }: Weighed): Promise<Series> {
  const found = Map.groupBy(await readRowsOf(reading, span), ({ start }) => start);
  return [...found].map(([start, all]) => ({
    start,
    counts: sumOf(all.map(({ counts, place }) => weigh(counts, place))),
  }));
}

type SeriesRow = { start: number; place: Place; counts: OverviewCounts };

async function readRowsOf(
  { connection, campaign, filter, isFiltered, bucket, aheadMs }: Reading,
  span: Span,
): Promise<SeriesRow[]> {
  if (isFiltered) {
    const rows = await readPartSeries(connection, campaign, { filter, unit: bucket, span });
    const startOf = (start: number) =>
      bucket === 'hour' ? start + aheadMs : startOfDay(start + aheadMs);
    return rows.map((row) => ({ ...row, start: startOf(row.start) }));
  }
  const { last } = span;
  const period = { from: span.from, until: last?.until ?? span.until };
  const running = last?.runningHour ?? period.until;
  const placeOf = (isRunning: boolean): Place => (isRunning ? 'part' : 'whole');
  if (bucket === 'day') {
    const days = await readDays(connection, campaign, period, { aheadMs, running });
    return days.map(({ day, isRunning, counts }) => ({
      start: day,
      place: placeOf(isRunning),
      counts,
    }));
  }
  const hours = await readHours(connection, campaign, period);
  return hours.map(({ hour, counts }) => ({
    start: hour + aheadMs,
    place: placeOf(hour >= running),
    counts,
  }));
}

/** A table of one dimension, of those whom the other dimensions' filters leave. */
async function readRows(
  { connection, campaign, filter: all }: Reading,
  dimension: Dimension,
  span: Span,
  before: Weighed | null,
): Promise<PartRow[]> {
  const filter: Filter = { ...all, [dimension]: undefined };
  const rows = await readPart(connection, campaign, dimension, { filter, span });
  const hasVisits = dimension !== 'state' && filter.state === undefined;
  const shown = rows.map(({ value }) => value);
  const again = before
    ? await readPartAgain(connection, campaign, dimension, { filter, span: before.span, shown })
    : [];
  return rows.map(({ value, counts }) => {
    const own = again.filter(({ key }) => (key ?? otherLabel) === value);
    const earlier = sumOf(own.map((one) => before?.weigh(one.counts, one.place) ?? one.counts));
    return {
      value: printable(value).trim() || '(none)',
      ...figuresOf(counts, hasVisits),
      before: before ? figuresOf(earlier, hasVisits) : null,
    };
  });
}

const figuresOf = (
  { visits, numbers, verified, rewarded, rupees }: OverviewCounts,
  hasVisits: boolean,
) => ({
  visits: hasVisits ? visits : null,
  numbers: hasVisits ? numbers : null,
  verified,
  rewarded,
  rupees,
});

// The counts of a period and of the one before it, in total, by time, and by part.
import type { AnswerOf, FieldsOf } from '@inaam/contract/console/calls.ts';
import type { Connection } from '../database/database.ts';
import { printable } from '../platform/format.ts';
import { dayStart, dayMs } from '../platform/period.rules.ts';
import {
  comparedPeriod,
  partOf,
  shareOfDay,
  shareOfHour,
  startOfDay,
  sumOf,
  type ComparedPeriod,
} from './overview.rules.ts';
import { readDays, readHours } from './overview-figures.sql.ts';
import {
  dimensions,
  readPart,
  readPartSeries,
  type Dimension,
  type Filter,
  type Span,
} from './overview-parts.sql.ts';
import { hoursKeptFrom } from './rollups.sql.ts';

type Answer = AnswerOf<'readOverview'>;
type Series = Answer['series'];
type PartRow = Answer['parts']['source'][number];

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
  const areHoursKept = (start: number) => !isFiltered || start - aheadMs >= hoursKeptFrom(now);
  const hasHours = areHoursKept(compared?.start ?? from);
  const bucket = until - from <= daysByHour * dayMs && hasHours ? 'hour' : 'day';
  const reading = { connection, campaign, filter, isFiltered, aheadMs };
  const span = { from: from - aheadMs, until: until - aheadMs };
  const series = await readSeries(reading, bucket, span);
  const before = compared && (await readBefore(reading, bucket, compared, areHoursKept));
  const rowsOf = (dimension: Dimension) => readRows(reading, dimension, span);
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

/** By the campaign's clock. */
async function readSeries(
  { connection, campaign, filter, isFiltered, aheadMs }: Reading,
  bucket: 'hour' | 'day',
  span: Span,
): Promise<Series> {
  const read = isFiltered
    ? readPartSeries(connection, campaign, { filter, unit: bucket, span })
    : bucket === 'hour'
      ? readHours(connection, campaign, span)
      : readDays(connection, campaign, span, aheadMs);
  const found = await read;
  const startOf = (start: number) => {
    if (bucket === 'hour') return start + aheadMs;
    return isFiltered ? startOfDay(start + aheadMs) : start;
  };
  return found.map(({ start, counts }) => ({ start: startOf(start), counts }));
}

/** The period before; of its last day, if today is compared with it, what had happened by now. */
async function readBefore(
  reading: Reading,
  bucket: 'hour' | 'day',
  { start, at, isCut }: ComparedPeriod,
  areHoursKept: (start: number) => boolean,
): Promise<Series> {
  const { aheadMs, connection, campaign } = reading;
  const between = (from: number, until: number) => ({
    from: from - aheadMs,
    until: until - aheadMs,
  });
  if (!isCut) return readSeries(reading, bucket, between(start, at));
  const hoursUntilNow = async (from: number) =>
    (await readSeries(reading, 'hour', between(from, at))).map((one) => ({
      start: one.start,
      counts: partOf(one.counts, shareOfHour(one.start, at)),
    }));
  if (bucket === 'hour') return hoursUntilNow(start);
  const day = startOfDay(at);
  const days = await readSeries(reading, 'day', between(start, day));
  if (areHoursKept(day)) {
    return [...days, { start: day, counts: totalOf(await hoursUntilNow(day)) }];
  }
  const lastDay = between(day, day + dayMs);
  const hours = await readHours(connection, campaign, lastDay);
  const share = shareOfDay(hours, at - aheadMs);
  const last = await readSeries(reading, 'day', lastDay);
  return [...days, ...last.map((one) => ({ ...one, counts: partOf(one.counts, share) }))];
}

/** A table of one dimension, of those whom the other dimensions' filters leave. */
async function readRows(
  { connection, campaign, filter: all }: Reading,
  dimension: Dimension,
  span: Span,
): Promise<PartRow[]> {
  const filter: Filter = { ...all, [dimension]: undefined };
  const rows = await readPart(connection, campaign, dimension, { filter, span });
  const hasVisits = dimension !== 'state' && filter.state === undefined;
  return rows.map(({ value, counts: { visits, numbers, verified, rewarded, rupees } }) => ({
    value: printable(value).trim() || '(none)',
    visits: hasVisits ? visits : null,
    numbers: hasVisits ? numbers : null,
    verified,
    rewarded,
    rupees,
  }));
}

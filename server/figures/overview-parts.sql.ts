// Counts by source, shop, language and state, of the people that a filter leaves.
import type { FieldsOf } from '@inaam/contract/console/calls.ts';
import { ms } from '../database/columns.ts';
import type { Queryable } from '../database/database.ts';
import type { OverviewCounts } from './overview.rules.ts';
import { otherLabel, partColumns } from './rare-parts.sql.ts';

export type Filter = NonNullable<FieldsOf<'readOverview'>['filter']>;
export const dimensions = ['source', 'shop', 'language', 'state'] as const;
export type Dimension = (typeof dimensions)[number];

/** Of `inaam.figure_part.level`. */
const bits = { source: 1, shop: 2, language: 4, state: 8 } as const;

/** The rows of a table; more values are one. */
const valuesMax = 50;

/**
 * Wall times in ms. Whole days or hours before `until`, then the last ones, which may not count
 * whole: `lastUnit` from `until` to `lastUntil`, of which hours from `runningHour` on are given
 * separately.
 */
export type Span = {
  from: number;
  until: number;
  last?: { unit: 'hour' | 'day'; until: number; runningHour: number };
};

/** `whole`, or in an hour or day that does not count whole. */
export type Place = 'whole' | 'part';

type Found = { key: string | null; place: Place } & OverviewCounts;

const sums = partColumns.map((name) => `coalesce(sum(${name}), 0)::float8 as ${name}`).join(', ');

/** A query of rows of a span, with their place. `$1` campaign. */
function rowsOf(names: readonly Dimension[], filter: Filter, unit: 'hour' | 'day', span: Span) {
  const values: unknown[] = [];
  const parameter = (value: unknown) => {
    values.push(value);
    return `$${values.length + 1}`;
  };
  const level = names.reduce((sum, name) => sum + bits[name], 0);
  const filtered = dimensions.flatMap((name) => {
    const value = filter[name];
    return value === undefined ? [] : [`and ${name} = ${parameter(value)}`];
  });
  const between = (of: string, from: number, until: number) =>
    `from inaam.figure_part where campaign = $1 and level = ${level} and unit = '${of}'
       and start >= ${parameter(new Date(from))} and start < ${parameter(new Date(until))} ${filtered.join(' ')}`;
  const { last } = span;
  const parts = [`select 'whole' as place, * ${between(unit, span.from, span.until)}`];
  if (last) {
    const running = parameter(new Date(last.runningHour));
    parts.push(
      `select case when unit = 'day' or start >= ${running} then 'part' else 'whole' end, * ${between(last.unit, span.until, last.until)}`,
    );
  }
  return { rows: parts.join(' union all '), values, parameter };
}

/** By the start of hours or days, ms, oldest first. */
export async function readPartSeries(
  connection: Queryable,
  campaign: string,
  { filter, unit, span }: { filter: Filter; unit: 'hour' | 'day'; span: Span },
): Promise<{ start: number; place: Place; counts: OverviewCounts }[]> {
  const names = dimensions.filter((name) => filter[name] !== undefined);
  const { rows: query, values } = rowsOf(names, filter, unit, span);
  const { rows } = await connection.query<Omit<Found, 'key'> & { start: number }>(
    `select ${ms(`date_trunc('${unit}', start, 'Asia/Kolkata')`)} as start, place, ${sums}
     from (${query}) as part group by 1, 2 order by 1, 2`,
    [campaign, ...values],
  );
  return rows.map(({ start, place, ...counts }) => ({ start, place, counts }));
}

/**
 * Of one dimension: the values with most people, then the others as "(other)".
 * @param filter of the other dimensions
 */
export async function readPart(
  connection: Queryable,
  campaign: string,
  dimension: Dimension,
  { filter, span }: { filter: Filter; span: Span },
): Promise<{ value: string; counts: OverviewCounts }[]> {
  const { rows: query, values, parameter } = ofDimension(dimension, filter, span);
  const { rows } = await connection.query<Found>(
    `with counted as (select ${dimension} as key, ${sums} from (${query}) as part group by 1)
     (select * from counted where key <> ${parameter(otherLabel)}
      order by visits + numbers + verified desc, key limit ${valuesMax})
     union all select null, ${sums} from counted`,
    [campaign, ...values],
  );
  return withOthers(rows.map(({ key, ...counts }) => ({ key, counts })));
}

/** The same of another period, of the values shown; `others` have the key null. */
export async function readPartAgain(
  connection: Queryable,
  campaign: string,
  dimension: Dimension,
  { filter, span, shown }: { filter: Filter; span: Span; shown: readonly string[] },
): Promise<{ key: string | null; place: Place; counts: OverviewCounts }[]> {
  const { rows: query, values, parameter } = ofDimension(dimension, filter, span);
  const { rows } = await connection.query<Found>(
    `select case when ${dimension} = any (${parameter(shown)}::text[]) then ${dimension} end as key,
       place, ${sums}
     from (${query}) as part group by 1, 2 order by 1, 2`,
    [campaign, ...values],
  );
  return rows.map(({ key, place, ...counts }) => ({ key, place, counts }));
}

function ofDimension(dimension: Dimension, filter: Filter, span: Span) {
  const names = dimensions.filter((name) => name === dimension || filter[name] !== undefined);
  return rowsOf(names, { ...filter, [dimension]: undefined }, 'day', span);
}

/** @param rows the total has no key */
function withOthers(rows: readonly { key: string | null; counts: OverviewCounts }[]) {
  const shown = rows.flatMap(({ key, counts }) => (key === null ? [] : [{ value: key, counts }]));
  const total = rows.find(({ key }) => key === null)?.counts;
  if (!total) return shown;
  const others = { ...total };
  for (const { counts } of shown) for (const name of partColumns) others[name] -= counts[name];
  return partColumns.some((name) => others[name] > 0)
    ? [...shown, { value: otherLabel, counts: others }]
    : shown;
}

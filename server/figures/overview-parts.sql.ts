// Counts by source, shop, language and state, of the people that a filter leaves.
import type { FieldsOf } from '@inaam/contract/console/calls.ts';
import { ms, type Queryable } from '../database/database.ts';
import type { OverviewCounts } from './overview.rules.ts';
import { stepNames } from '@inaam/contract/console/overview.ts';
import { otherLabel } from './rare-parts.sql.ts';

export type Filter = NonNullable<FieldsOf<'readOverview'>['filter']>;
export const dimensions = ['source', 'shop', 'language', 'state'] as const;
export type Dimension = (typeof dimensions)[number];

/** Of `inaam.figure_part.level`. */
const bits = { source: 1, shop: 2, language: 4, state: 8 } as const;

/** The rows of a table; more values are one. */
const valuesMax = 50;

/** Wall times in ms; `until` is excluded. */
export type Span = { from: number; until: number };

const sums = stepNames.map((name) => `coalesce(sum(${name}), 0)::float8 as ${name}`).join(', ');

/** A query of rows of a span. `$1` campaign. */
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
  const rows = `from inaam.figure_part where campaign = $1 and level = ${level} and unit = '${unit}'
    and start >= ${parameter(new Date(span.from))} and start < ${parameter(new Date(span.until))} ${filtered.join(' ')}`;
  return { rows, values, parameter };
}

/** By the start of hours or days, ms, oldest first. */
export async function readPartSeries(
  connection: Queryable,
  campaign: string,
  { filter, unit, span }: { filter: Filter; unit: 'hour' | 'day'; span: Span },
): Promise<{ start: number; counts: OverviewCounts }[]> {
  const names = dimensions.filter((name) => filter[name] !== undefined);
  const { rows: source, values } = rowsOf(names, filter, unit, span);
  const { rows } = await connection.query<OverviewCounts & { at: number }>(
    `select ${ms('start')} as at, ${sums} ${source} group by start order by start`,
    [campaign, ...values],
  );
  return rows.map(({ at, ...counts }) => ({ start: at, counts }));
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
  const names = dimensions.filter((name) => name === dimension || filter[name] !== undefined);
  const { rows: source, values, parameter } = rowsOf(names, filter, 'day', span);
  const { rows } = await connection.query<OverviewCounts & { key: string | null }>(
    `with counted as (select ${dimension} as key, ${sums} ${source} group by 1)
     (select * from counted where key <> ${parameter(otherLabel)}
      order by visits + numbers + verified desc, key limit ${valuesMax})
     union all select null, ${sums} from counted`,
    [campaign, ...values],
  );
  return withOthers(rows.map(({ key, ...counts }) => ({ key, counts })));
}

/** @param rows the total has no key */
function withOthers(rows: readonly { key: string | null; counts: OverviewCounts }[]) {
  const shown = rows.flatMap(({ key, counts }) => (key === null ? [] : [{ value: key, counts }]));
  const total = rows.find(({ key }) => key === null)?.counts;
  if (!total) return shown;
  const others = { ...total };
  for (const { counts } of shown) for (const name of stepNames) others[name] -= counts[name];
  return stepNames.some((name) => others[name] > 0)
    ? [...shown, { value: otherLabel, counts: others }]
    : shown;
}

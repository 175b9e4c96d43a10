// The columns of `inaam.figure_part`, and a bound on its rows.
import { stepNames } from '@inaam/contract/console/overview.ts';
import { longStatement, type Queryable } from '../database/database.ts';

/** After a dump of ten million people was restored, one round counts them all. */
export const roundMs = 7_200_000;

/** Sources and reasons are other people's text, so only the most frequent of a day have a row. */
export const labelsMax = 200;
/** Higher during the day, so that a new source is not lost among invented ones. */
export const labelsOfTodayMax = 2000;
export const otherLabel = '(other)';

/** Whose amounts are the rupees. */
export const granted = `('rewarded', 'bonuses')`;

export const partKey = 'campaign, level, unit, start, source, shop, language, state';
export const added = stepNames.map((name) => `${name} = old.${name} + excluded.${name}`).join(', ');
export const summed = stepNames.map((name) => `sum(${name})`).join(', ');

const findRare = `
  select start as day, level, value
  from (
    select start, level, source || shop as value, row_number() over (
      partition by start, level order by visits + numbers + verified desc, source, shop) as place
    from inaam.figure_part
    where campaign = $1 and level in (1, 2) and unit = 'day'
      and start = any ($2::timestamptz[] || array(select unnest($2::timestamptz[]) - interval '1 day'))
      and source || shop <> $4) as placed
  where place > case when start > $5::timestamptz then $6::integer else $3::integer end`;

const isRare = (level: number, column: string) => `(day, ${column}) in (
  select day, value from rare where level = ${level})`;

/** No row that is deleted has the key of one that is inserted. */
const mergeParts = `
  with rare as materialized (
    select * from unnest($3::timestamptz[], $4::integer[], $5::text[]) as rare (day, level, value)),
  gone as (
    delete from inaam.figure_part as part
    using (select distinct day from rare) as days, generate_series(1, 15) as of_level,
      (values ('day'), ('hour')) as span (of_unit)
    where part.campaign = $1 and part.level = of_level and part.unit = of_unit
      and part.start >= (select min(day) from rare)
      and part.start < (select max(day) from rare) + interval '1 day'
      and part.start >= day and part.start < day + interval '1 day'
      and (${isRare(1, 'part.source')} or ${isRare(2, 'part.shop')})
    returning part.*, day),
  merged as (
    select ${partKey.replace(
      'source, shop',
      `case when ${isRare(1, 'source')} then $2 else source end as source,
      case when ${isRare(2, 'shop')} then $2 else shop end as shop`,
    )}, ${stepNames.join(', ')}
    from gone)
  insert into inaam.figure_part as old (${partKey}, ${stepNames.join(', ')})
  select ${partKey}, ${summed} from merged group by ${partKey}
  on conflict (${partKey}) do update set ${added}`;

export const forgetHours = `
  delete from inaam.figure_part using generate_series(1, 15) as of_level
  where campaign = $1 and level = of_level and unit = 'hour' and start < $2`;

/** @param limits as of the labels of a rollup. @param days whose parts have changed */
export async function mergeRareParts(
  connection: Queryable,
  campaign: string,
  days: readonly Date[],
  limits: readonly unknown[],
): Promise<void> {
  const { rows: rare } = await connection.query<{ day: Date; level: number; value: string }>(
    longStatement(findRare, [campaign, days, ...limits], roundMs),
  );
  if (rare.length > 0) {
    const columns = [
      rare.map(({ day }) => day),
      rare.map(({ level }) => level),
      rare.map(({ value }) => value),
    ];
    const values = [campaign, otherLabel, ...columns];
    await connection.query(longStatement(mergeParts, values, roundMs));
  }
}

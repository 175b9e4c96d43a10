// Describes the schema for `schema.txt`, so that a migration has a readable diff.
import type { Database } from '../database.ts';

/** One line per column, constraint, index and trigger of the schema `inaam`, in a fixed order. */
export async function describeSchema(database: Pick<Database, 'query'>): Promise<string> {
  const { rows } = await database.query<{ line: string }>(`
    select line from (
      select format('%s.%s %s%s%s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod),
               case when a.attnotnull then ' not null' else '' end,
               coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '')
                 || case a.attidentity when 'a' then ' generated always as identity' else '' end) as line,
             c.relname as name, 1 as kind, a.attnum::int as place
      from pg_attribute a join pg_class c on c.oid = a.attrelid and c.relkind = 'r'
        join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'inaam'
        left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
      where a.attnum > 0 and not a.attisdropped
      union all
      select format('%s: %s', c.relname, pg_get_constraintdef(k.oid)), c.relname, 2, 0
      from pg_constraint k join pg_class c on c.oid = k.conrelid
        join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'inaam'
      where k.contype <> 'n'
      union all
      select format('%s: %s', tablename, indexdef), tablename, 3, 0
      from pg_indexes where schemaname = 'inaam'
      union all
      select format('%s: %s', c.relname, pg_get_triggerdef(t.oid)), c.relname, 4, 0
      from pg_trigger t join pg_class c on c.oid = t.tgrelid
        join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'inaam'
      where not t.tgisinternal) as described
    order by name collate "C", kind, place, line collate "C"`);
  return `${rows.map((row) => row.line).join('\n')}\n`;
}

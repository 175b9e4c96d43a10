// A second campaign in the same tables: whatever is inserted gets a twin with the same numbers,
// codes and keys. A statement that lacks `campaign =` reads it too, and fails if it changes it.
// Tests themselves see only their own campaigns.
import { z } from 'zod';
import type { Database, Queryable } from '@inaam/server/database/database.ts';

export const twinTemplate = 'inaam_twins';

/** Triggers and references do not hold for a twin. */
const twins = `
create schema own;
create schema twin;
create function twin.add() returns trigger language plpgsql
security definer set session_replication_role = replica as $$
begin
  execute tg_argv[0];
  return null;
end
$$;
create function twin.refuse() returns trigger language plpgsql as $$
begin
  raise exception 'a statement of one campaign changed % of another', tg_table_name;
end
$$;
do $$
declare
  one record;
begin
  for one in
    select relname as name, string_agg(quote_ident(attname), ', ' order by attnum) as columns,
      string_agg(case
        when attname = 'campaign' then 'campaign || ''-twin'''
        -- Numbers are the same for all campaigns, and so is what refers to them.
        when attidentity <> '' or attname = 'cluster' or attname = 'batch' and relname = 'voucher'
          then format('-%I', attname)
        when attname = 'id' and atttypid = 'uuid'::regtype then 'gen_random_uuid()'
        else quote_ident(attname) end, ', ' order by attnum) as twin,
      bool_or(attname = 'campaign') as has_campaign
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = 'inaam'::regnamespace and relkind in ('r', 'p') and attnum > 0
      and not attisdropped and attgenerated = ''
    group by relname
  loop
    execute format('create view own.%1$s as select * from inaam.%1$s', one.name);
    -- Some statements are of all campaigns that have a draw, or of what a person did in any.
    continue when not one.has_campaign or one.name in ('audit', 'commitment');
    execute format('create or replace view own.%1$s as select * from inaam.%1$s
      where (campaign like ''%%-twin'') is not true', one.name);
    execute format('create trigger twin_is_added after insert on inaam.%s referencing new table as added
      for each statement execute function twin.add(%L)', one.name,
      format('insert into inaam.%s (%s) overriding system value select %s from added on conflict do nothing',
        one.name, one.columns, one.twin));
    execute format('create trigger twin_is_left_alone before update or delete on inaam.%s
      for each row when (old.campaign like ''%%-twin'') execute function twin.refuse()', one.name);
  end loop;
end
$$`;

export async function addTwins(database: Queryable): Promise<void> {
  await database.query(twins);
}

type Query = (...args: unknown[]) => unknown;

export function hideTwins(database: Database): void {
  hideFrom(database);
  database.on('connect', hideFrom);
}

function hideFrom(queries: object): void {
  const query: Query = Reflect.get(queries, 'query');
  const hidden: Query = (asked, ...rest) =>
    Reflect.apply(query, queries, [isCallOfTest() ? ownOf(asked) : asked, ...rest]);
  Object.assign(queries, { query: hidden });
}

function isCallOfTest(): boolean {
  const caller = new Error('whose?').stack?.split('\n')[3] ?? '';
  return /\.test\.ts|\/testing\//.test(caller);
}

function ownOf(asked: unknown): unknown {
  if (typeof asked === 'string') {
    const isOfRows = /^\s*(?:select|with|insert|update|delete)\b/i.test(asked);
    return isOfRows ? asked.replaceAll(/\binaam\.(\w+)\b(?!\()/g, 'own.$1') : asked;
  }
  const { text, ...config } = z.looseObject({ text: z.string() }).parse(asked);
  // Another text cannot have the name under which the product prepared its own.
  return { ...config, text: ownOf(text), name: undefined };
}

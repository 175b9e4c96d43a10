// A second campaign in the same tables: whatever is inserted gets a twin with the same numbers,
// codes and keys. A statement that lacks `campaign =` reads it too, and fails if it changes it.
// Tests themselves see only their own campaigns.
import { getCallSites } from 'node:util';
import { z } from 'zod';
import type { Database, Queryable } from '@inaam/server/database/database.ts';

export const twinTemplate = 'inaam_twins';

const isAdding = `current_setting('twin.is_adding', true) = 'yes'`;
/**
 * Triggers do not hold for a twin, nor that its campaign is committed to. To insert it as a replica
 * does would make PostgreSQL forget each time what the connection has planned.
 */
const twins = `
create schema own;
create schema twin;
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
    select pg_get_triggerdef(pg_trigger.oid) as definition
    from pg_trigger join pg_class on pg_class.oid = tgrelid
    where relnamespace = 'inaam'::regnamespace and not tgisinternal and tgtype & 4 > 0
  loop
    execute regexp_replace(replace(one.definition, 'CREATE ', 'CREATE OR REPLACE '),
      ' EXECUTE ', $when$ WHEN ((${isAdding}) IS NOT TRUE) EXECUTE $when$);
  end loop;
  for one in
    select conname as name, conrelid::regclass as child, confrelid::regclass::text as parent
    from pg_constraint where connamespace = 'inaam'::regnamespace and contype = 'f' and conparentid = 0
  loop
    -- One statement may insert a participant and what refers to it, whose twin comes first.
    continue when one.parent not in ('inaam.commitment', 'inaam.participation', 'inaam.reward');
    execute format(case one.parent when 'inaam.commitment' then 'alter table %s drop constraint %I'
      else 'alter table %s alter constraint %I deferrable initially deferred' end, one.child, one.name);
  end loop;
  for one in
    select relname as name, string_agg(quote_ident(attname), ', ' order by attnum) as columns,
      string_agg(case
        when attname = 'campaign' then 'campaign || ''-twin'''
        -- Numbers are the same for all campaigns, and so is what refers to them.
        when attidentity <> '' or attname = 'cluster' or attname = 'batch' and relname = 'voucher'
          then format('-%I', attname)
        when attname = 'id' and atttypid = 'uuid'::regtype then 'gen_random_uuid()'
        else quote_ident(attname) end, ', ' order by attnum) as twin,
      -- Some statements are of all campaigns that have a draw, or of what a person did in any.
      bool_or(attname = 'campaign') and relname not in ('audit', 'commitment') as has_twin
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = 'inaam'::regnamespace and relkind in ('r', 'p') and attnum > 0
      and not attisdropped and attgenerated = ''
    group by relname
  loop
    execute format('create view own.%1$s as select * from inaam.%1$s', one.name)
      || case when one.has_twin then ' where (campaign like ''%-twin'') is not true' else '' end;
    continue when not one.has_twin;
    execute format($add$
      create function twin.add_%1$s() returns trigger language plpgsql
      security definer set twin.is_adding = 'yes' as $body$
      begin
        insert into inaam.%1$s (%2$s) overriding system value select %3$s from added
        on conflict do nothing;
        return null;
      end
      $body$;
      create trigger twin_is_added after insert on inaam.%1$s referencing new table as added
      for each statement when ((${isAdding}) is not true) execute function twin.add_%1$s();
      create trigger twin_is_left_alone before update or delete on inaam.%1$s
      for each row when (old.campaign like '%%-twin') execute function twin.refuse()$add$,
      one.name, one.columns, one.twin);
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
  const caller = getCallSites(3, { sourceMap: false })[2]?.scriptName ?? '';
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

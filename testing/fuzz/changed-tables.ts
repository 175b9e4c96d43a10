// Tells which tables hold other rows than before. Reading whole tables takes the longer the more is
// in them; here triggers add up what is inserted and deleted, so that it takes as long as the
// writes.
import type { Database } from '@inaam/server/database/database.ts';
import { storedTables } from '../server/database/database-queries.ts';

/** Tries that were refused are noted in `guarded_tried`, so that they are known when sent again. */
const create = `
  create table public.row_change (name text not null, hash numeric not null);
  create function public.record_row_change() returns trigger language plpgsql as $$
  begin
    if tg_op <> 'INSERT' then
      insert into public.row_change values (tg_table_name, -hashtextextended((to_jsonb(old) - 'guarded_tried')::text, 0)::numeric);
    end if;
    if tg_op <> 'DELETE' then
      insert into public.row_change values (tg_table_name, hashtextextended((to_jsonb(new) - 'guarded_tried')::text, 0)::numeric);
    end if;
    return null;
  end $$;`;

const watch = (table: string) => `
  create trigger record_row_change after insert or update or delete on inaam.${table}
    for each row execute function public.record_row_change()`;

/**
 * @returns a function that returns the tables which changed since it was called last. What was
 * undone, by a rollback or by another statement, is no change
 */
export async function watchTables(database: Database): Promise<() => Promise<string[]>> {
  await database.query(create);
  for (const table of storedTables) await database.query(watch(table));
  return async () => {
    const { rows } = await database.query<{ name: string }>(
      `with taken as (delete from public.row_change returning name, hash)
       select name from taken group by name having sum(hash) <> 0 order by name`,
    );
    return rows.map(({ name }) => name);
  };
}

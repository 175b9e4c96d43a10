// Which tables have changed, and whether the invariants hold.
import { chainedHash } from '@inaam/server/draw/ledger.rules.ts';
import type { Database, Connection } from '@inaam/server/database/database.ts';
import type { TestServer } from '../server/app/server-on-database.ts';
import { storedTables } from '../server/database/database-queries.ts';

/** Refused tries are recorded in `guarded_tried`, to recognize repeats. */
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
 * Triggers sum up inserts and deletes, because reading whole tables gets slower as they grow.
 * @returns a function that returns the tables changed since its last call, apart from changes
 * undone by a rollback or another statement
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

/** Holds in every committed state (reliability, section 1): a query returns violations. */
const queries: Record<string, string> = {
  'a code has more than five tries': 'select from inaam.code_request where tries > 5',
  'a pool has granted what it has not': `select from inaam.budget
    where planned <> granted + remaining or granted <>
      (select count(*) from inaam.reward where reward.campaign = budget.campaign and reward.pool = budget.pool)`,
  'a participant has two rewards': `select from inaam.reward where kind <> 'bonus' group by campaign, pseudonym having count(*) > 1`,
  'a participant has no consent': `select from inaam.participation join inaam.personal_data using (campaign, pseudonym)
    where not exists (select from inaam.withdrawal where withdrawal.pseudonym = participation.pseudonym)
      and not exists (select from inaam.code_request join inaam.consent using (campaign, user_key)
      where code_request.mobile_index = participation.mobile_index and consent.answer = 'YES')`,
  'a reward has no verified participant in the ledger': `select from inaam.reward
    where not exists (select from inaam.ledger
      where ledger.pseudonym = reward.pseudonym and kind = 'verified')`,
  'a chance was given in Tamil Nadu': `select from inaam.reward join inaam.participation using (campaign, pseudonym)
    where state = 'Tamil Nadu' and kind = 'chance'`,
  'a visit takes more than 1 kB': 'select from inaam.visit where pg_column_size(visit) > 1000',
};

/** @returns the broken invariants */
export async function brokenInvariants({ database }: TestServer): Promise<string[]> {
  const connection = await database.connect();
  try {
    // Compares whole tables, which exceeds the product's limits.
    await connection.query(
      'set statement_timeout = 0; set enable_seqscan = on; set enable_hashjoin = on',
    );
    return await broken(connection);
  } finally {
    connection.release(true);
  }
}

async function broken(database: Connection): Promise<string[]> {
  const found: string[] = [];
  for (const [name, query] of Object.entries(queries)) {
    const { rowCount } = await database.query(query);
    if (rowCount !== 0) found.push(name);
  }
  const { rows } = await database.query<{ content: string; hash: Buffer }>(
    'select content, hash from inaam.ledger order by number',
  );
  const first = await database.query<{ hash: Buffer }>('select hash from inaam.commitment');
  let last: Uint8Array = first.rows[0]?.hash ?? new Uint8Array();
  for (const { content, hash } of rows) {
    last = chainedHash(last, content);
    if (!hash.equals(last)) return [...found, 'the chain of the ledger is broken'];
  }
  return found;
}

import type { Database } from '@inaam/server/database/database.ts';

/** How many rows of a campaign each table has, and their hash. */
export async function readRowsOf(
  database: Database,
  campaign: string,
): Promise<Record<string, string>> {
  const { rows: tables } = await database.query<{ name: string }>(
    `select relname::text as name from pg_class join pg_attribute on attrelid = pg_class.oid
     where relnamespace = 'inaam'::regnamespace and relkind in ('r', 'p') and not relispartition
       and attname = 'campaign' order by relname`,
  );
  const found: [string, string][] = [];
  for (const { name } of [...tables, { name: 'delivery' }]) {
    const own =
      name === 'delivery'
        ? 'message_id in (select id from inaam.message where campaign = $1)'
        : 'campaign = $1';
    const { rows } = await database.query<{ text: string }>(
      `select concat_ws(' ', count(*), md5(string_agg(fact::text, ',' order by fact::text))) as text
       from inaam.${name} as fact where ${own}`,
      [campaign],
    );
    found.push([name, rows[0]?.text ?? '']);
  }
  return Object.fromEntries(found);
}

import { plugins } from '@inaam/plugins/plugins.ts';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pluginFolders } from '@inaam/server/database/schema/applied-migrations.ts';
import type { Database } from '@inaam/server/database/database.ts';
import { roles, type Role } from '@inaam/server/database/session.ts';

const guides = await Promise.all(
  pluginFolders.map(({ folder }) => readFile(path.join(folder, 'guide.md'), 'utf8')),
);

/** The cells of the table under a heading, in the guide of each plugin that has it. */
export const rowsOfGuides = (heading: string): string[][] =>
  guides.flatMap((guide) => {
    const [, section = ''] = guide.split(`\n## ${heading}\n`);
    const [own = ''] = section.split('\n## ');
    return cellsOf(own.split('\n').filter((line) => line.startsWith('| `')));
  });

export const cellsOf = (lines: readonly string[]): string[][] =>
  lines.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );

/** By role and privilege: tables with blanks between. A number says of how many columns. */
export type HeldRights = Readonly<Partial<Record<Role, Readonly<Record<string, string>>>>>;

/** The tables by role and privilege, such as `inaam_serve select`. */
export const rightsOf = (held: HeldRights): Map<string, string[]> =>
  new Map(
    Object.entries(held).flatMap(([role, by]) =>
      Object.entries(by).map(
        ([privilege, tables]) => [`${role} ${privilege}`, tables.trim().split(/\s+/)] as const,
      ),
    ),
  );

const all = Object.assign({}, ...plugins.map(({ rights }) => rights));

/** As PostgreSQL says, to the tables of a plugin or of the core. */
export async function readHeldRights(
  database: Database,
  plugin?: Pick<(typeof plugins)[number], 'rights'>,
): Promise<Map<string, string[]>> {
  const { rows } = await database.query<{ role: Role; privilege: string; tables: string[] }>(
    `select role, privilege, array_agg(relname || case when is_whole then '' else '/' || columns end) as tables
     from unnest($1::text[]) as role
     cross join unnest(array['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger']) as privilege
     cross join pg_class
     cross join lateral (
       select has_table_privilege(role, pg_class.oid, privilege) as is_whole, count(attnum) filter (
         where case when privilege in ('select', 'insert', 'update', 'references')
           then has_column_privilege(role, pg_class.oid, attnum, privilege) end) as columns
       from pg_attribute where attrelid = pg_class.oid and attnum > 0 and not attisdropped) as right_to
     where relnamespace = 'inaam'::regnamespace and relkind in ('r', 'p') and (is_whole or columns > 0)
     group by role, privilege`,
    [roles],
  );
  const isMeant = (table: string) =>
    plugin ? Object.hasOwn(plugin.rights, table) : !Object.hasOwn(all, table);
  const named = rows.map(({ role, privilege, tables }) => {
    const meant = tables.filter((table) => isMeant(table.replace(/\/.*/, '')));
    return [`${role} ${privilege}`, meant.toSorted()] as const;
  });
  return new Map(named.filter(([, tables]) => tables.length > 0));
}

// Compares each role's privileges in the database with the table in roles.ts.
import type { Queryable } from '../database.ts';
import { rights, roles } from './roles.ts';

export type LoginFacts = { isSuperuser: boolean; missingRoles: string[] };

/** Facts about the user that logged in, whatever role it assumes. */
export async function readLoginFacts(database: Queryable): Promise<LoginFacts> {
  const { rows } = await database.query<{ superuser: boolean; missing: string[] }>(
    `select (select rolsuper from pg_roles where rolname = session_user) as superuser,
       array(select name from unnest($1::text[]) as name
             where not exists (select from pg_roles where rolname = name)) as missing`,
    [roles],
  );
  const [row] = rows;
  return { isSuperuser: row?.superuser ?? false, missingRoles: row?.missing ?? [] };
}

/** Each reads like `inaam_serve: delete on reward`. */
export type PrivilegeDifferences = { missing: string[]; surplus: string[] };

export async function readPrivilegeDifferences(database: Queryable): Promise<PrivilegeDifferences> {
  const { rows } = await database.query<{ privilege: string }>(
    `with tables as (
       select oid, relname, relacl from pg_class
       where relnamespace = 'inaam'::regnamespace and relkind in ('r', 'p')),
     granted as (
       select relname, '' as col, acl.grantee, acl.privilege_type
       from tables, aclexplode(relacl) as acl
       union all
       select relname, '.' || attname, acl.grantee, acl.privilege_type
       from tables join pg_attribute on attrelid = tables.oid, aclexplode(attacl) as acl)
     select coalesce(rolname, 'everyone') || ': ' || lower(privilege_type) || ' on ' || relname || col
       as privilege
     from granted left join pg_roles on pg_roles.oid = grantee
     where grantee = 0 or rolname = any ($1::text[])`,
    [roles],
  );
  const found = new Set(rows.map(({ privilege }) => privilege));
  const expected = new Set(expectedPrivileges());
  return {
    missing: [...expected].filter((privilege) => !found.has(privilege)),
    surplus: [...found].filter((privilege) => !expected.has(privilege)).toSorted(),
  };
}

function expectedPrivileges(): string[] {
  return Object.entries(rights).flatMap(([table, of]) =>
    Object.entries(of).flatMap(([role, privileges]) =>
      [...privileges.matchAll(/(\w+)(?: \(([^)]*)\))?/g)].flatMap(([, privilege, columns]) =>
        (columns === undefined ? [''] : columns.split(', ').map((column) => `.${column}`)).map(
          (column) => `${role}: ${privilege} on ${table}${column}`,
        ),
      ),
    ),
  );
}

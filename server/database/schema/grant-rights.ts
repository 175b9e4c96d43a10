import { InaamError } from '../../platform/errors.ts';
import type { Connection, Queryable } from '../database.ts';
import { roles } from '../session.ts';
import { privileged, rights } from './roles.ts';

class NoRoles extends InaamError {
  override name = 'NoRoles';
}

/**
 * Revokes each role's privileges, then grants those of roles.ts. Part of a transaction.
 * @throws NoRoles if roles.ts lacks a table
 */
export async function grantRights(connection: Connection): Promise<void> {
  await assertComplete(connection);
  const tables = Object.entries(rights).flatMap(([table, of]) =>
    Object.entries(of).map(
      ([role, privileges]) => `grant ${privileges} on inaam.${table} to ${role}`,
    ),
  );
  const everyone = roles.join(', ');
  await connection.query(
    [
      `revoke all on all tables in schema inaam from ${everyone}`,
      `revoke all on all functions in schema inaam from public, ${everyone}`,
      `grant usage on schema inaam to ${everyone}`,
      ...tables,
      ...(await functionRights(connection)),
    ].join(';\n'),
  );
}

/**
 * Nobody may call a trigger function: with that privilege it could be attached to another table.
 * Functions that act as their owner are only for the roles in roles.ts.
 */
async function functionRights(connection: Connection): Promise<string[]> {
  const { rows } = await connection.query<{ name: string; signature: string; isOwners: boolean }>(
    `select proname as name, oid::regprocedure::text as signature, prosecdef as "isOwners"
     from pg_proc where pronamespace = 'inaam'::regnamespace and prorettype <> 'trigger'::regtype`,
  );
  return rows.flatMap(({ name, signature, isOwners }) => {
    const callers = isOwners ? (privileged[name] ?? []) : roles;
    return callers.length > 0
      ? [`grant execute on function ${signature} to ${callers.join(', ')}`]
      : [];
  });
}

async function assertComplete(connection: Connection): Promise<void> {
  const { rows } = await connection.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'inaam'::regnamespace and relkind in ('r', 'p') order by relname`,
  );
  const missing = rows.filter(({ name }) => !Object.hasOwn(rights, name));
  if (missing.length === 0) return;
  throw new NoRoles(
    `Nobody may use inaam.${missing.map(({ name }) => name).join(', inaam.')} yet. Write into server/database/schema/roles.ts what each role may do with it.`,
  );
}

/**
 * Roles belong to the server, not to a database, so another database's migration may create them at
 * the same time.
 * @throws NoRoles if the user may not create roles
 */
export async function createRoles(connection: Connection): Promise<void> {
  try {
    await connection.query(`
      do $$ declare name text; begin
        foreach name in array '{${roles.join(',')}}'::text[] loop
          if not exists (select from pg_roles where rolname = name) then
            begin
              execute format('create role %I nologin', name);
              -- PostgreSQL 15 has no options for memberships.
              if current_setting('server_version_num')::integer >= 160000 then
                execute format('grant %I to current_user with inherit false, set true', name);
              else
                execute format('grant %I to current_user', name);
              end if;
            exception when duplicate_object or unique_violation then null;
            end;
          end if;
        end loop;
      end $$`);
  } catch (error) {
    // 42501: insufficient privilege.
    if (!(error instanceof Error && 'code' in error && error.code === '42501')) throw error;
    throw new NoRoles(
      `The user of DATABASE_URL may not create roles. Let an administrator run: ${roles.map((role) => `create role ${role} nologin;`).join(' ')} Then migrate again.`,
    );
  }
}

// Compares each role's privileges in the database with the table in roles.ts.
/** `isSuperuser`: this program, or another one that is connected, logs in as one. */
export type LoginFacts = { isSuperuser: boolean; missingRoles: string[] };

/** Facts about the user that logged in, whatever role it assumes. */
export async function readLoginFacts(database: Queryable): Promise<LoginFacts> {
  const { rows } = await database.query<{ superuser: boolean; missing: string[] }>(
    `select exists (select from pg_stat_activity join pg_roles on pg_roles.oid = usesysid
         where datname = current_database() and application_name = 'inaam' and rolsuper) as superuser,
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

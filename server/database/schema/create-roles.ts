import { InaamError } from '../../platform/errors.ts';
import type { Connection } from '../database.ts';

export class NoRoles extends InaamError {
  override name = 'NoRoles';
}

/**
 * Roles belong to the server, not to a database, so another database's migration may create them at
 * the same time.
 */
export async function createMissing(
  connection: Connection,
  roles: readonly string[],
): Promise<void> {
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
    if (!isCode(error, '42501')) throw error;
    throw new NoRoles(
      `The user of DATABASE_URL may not create roles. Let an administrator run: ${roles.map((role) => `create role ${role} nologin;`).join(' ')} Then migrate again.`,
    );
  }
}

const isCode = (error: unknown, code: string) =>
  error instanceof Error && 'code' in error && error.code === code;

import type { Connection } from '../database.ts';
import { createMissing, NoRoles } from './create-roles.ts';
import { queuePolicies, queueRights } from './queue-rights.ts';
import { privileged, rights, roles } from './roles.ts';

/**
 * Creates missing roles and grants each its rights, in one transaction, after revoking what was
 * granted before.
 * @throws NoRoles if the user may not create roles, or roles.ts lacks a table
 */
export async function grantRights(connection: Connection): Promise<void> {
  await createRoles(connection);
  await assertComplete(connection);
  const tables = Object.entries(rights).flatMap(([table, of]) =>
    Object.entries(of).map(
      ([role, privileges]) => `grant ${privileges} on inaam.${table} to ${role}`,
    ),
  );
  const functions = Object.entries(privileged).flatMap(([name, of]) => [
    `revoke execute on function ${name} from public`,
    `grant execute on function ${name} to ${of.join(', ')}`,
  ]);
  const everyone = roles.join(', ');
  await connection.query('begin');
  try {
    await connection.query(
      [
        `revoke all on all tables in schema inaam from ${everyone}`,
        `revoke all on all tables in schema graphile_worker from ${everyone}`,
        `grant usage on schema inaam, graphile_worker to ${everyone}`,
        ...tables,
        ...functions,
        ...Object.entries(queueRights).map(
          ([role, privileges]) =>
            `grant ${privileges} on all tables in schema graphile_worker to ${role}`,
        ),
        queuePolicies,
      ].join(';\n'),
    );
    await connection.query('commit');
  } catch (error) {
    await connection.query('rollback');
    throw error;
  }
}

/** Runs before the migrations too, because they may name a role. @throws NoRoles */
export const createRoles = (connection: Connection): Promise<void> =>
  createMissing(connection, roles);

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

// Which database this is. A dump carries it along, so that of two copies only one sends.
import { InaamError } from '../platform/errors.ts';
import type { Queryable } from './database.ts';

class CopiedDatabase extends InaamError {
  override name = 'CopiedDatabase';
}

/** A standby that takes over and a database with a new name are the same one. */
const here = `(select system_identifier || '.' || oid from pg_control_system(), pg_database
  where datname = current_database())`;

/** For `migrate`: one that has no identity gets its own. */
export const keepIdentity = (connection: Queryable) =>
  connection.query(`insert into inaam.identity (database) values (${here}) on conflict do nothing`);

/** The copy is the database from now on. */
export const takeOverIdentity = (connection: Queryable) =>
  connection.query(`update inaam.identity set database = ${here}`);

/** @throws CopiedDatabase */
export async function assertNoCopy(database: Queryable): Promise<void> {
  const { rows } = await database.query<{ isOwn: boolean }>(
    `select database = ${here} as "isOwn" from inaam.identity`,
  );
  if (rows[0]?.isOwn !== false) return;
  throw new CopiedDatabase(
    'This database is a copy: its rows were restored or upgraded from another one. Two would send the same SMS, so no program starts on it. Check DATABASE_URL; if nothing runs on the other one any more, run `npx inaam take-over --why "…"`.',
  );
}

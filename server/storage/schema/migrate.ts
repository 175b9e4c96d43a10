// There are no down migrations, and a schema newer than the code is never touched.
import { runMigrations } from 'graphile-worker';
import { assertKnown, readApplied, readMigrations, type Migration } from './applied-migrations.ts';
import type { Connection, Database } from '../database.ts';
import { grantRights } from './roles.ts';

/** Advisory lock id; arbitrary, but unique in this database. */
const lock = 20_250_506;

/**
 * Applies what is missing, then grants each program's role its rights.
 * Safe to call from many processes at once: one applies, the others wait.
 * @returns the names of the applied files
 * @throws UnsuitableSchema if the schema is newer than the code, or an applied file was changed
 */
export async function migrate(database: Database, known?: readonly Migration[]): Promise<string[]> {
  const migrations = known ?? (await readMigrations());
  const connection = await database.connect();
  try {
    // Building an index, or waiting for the lock, may take longer than a normal statement.
    await connection.query('set statement_timeout = 0; set lock_timeout = 0');
    await connection.query('select pg_advisory_lock($1)', [lock]);
    try {
      await runMigrations({ pgPool: database });
      const applied = await applyMissing(connection, migrations);
      await grantRights(connection);
      return applied;
    } finally {
      await connection.query('select pg_advisory_unlock($1)', [lock]);
    }
  } finally {
    // Destroyed rather than returned to the pool: its time limits were lifted.
    connection.release(true);
  }
}

async function applyMissing(connection: Connection, migrations: readonly Migration[]) {
  await connection.query(`
    create schema if not exists inaam;
    create table if not exists inaam.migration (
      number integer primary key, name text not null, hash text not null,
      applied_at timestamptz not null default now())`);
  const applied = await readApplied(connection);
  assertKnown(applied, migrations);
  const missing = migrations.filter((migration) => !applied.has(migration.number));
  for (const { number, name, sql, hash } of missing) {
    await connection.query('begin');
    try {
      await connection.query(sql);
      await connection.query(
        'insert into inaam.migration (number, name, hash) values ($1, $2, $3)',
        [number, name, hash],
      );
      await connection.query('commit');
    } catch (error) {
      await connection.query('rollback');
      throw error;
    }
  }
  return missing.map(({ name }) => name);
}

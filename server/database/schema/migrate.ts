// There are no down migrations, and a schema newer than the code is never touched.
import { runMigrations } from 'graphile-worker';
import { assertKnown, readApplied, readMigrations, type Migration } from './applied-migrations.ts';
import { openDatabase, type Connection, type Database } from '../database.ts';
import { lockBriefly, lockMs, lockPatience, type LockPatience } from './lock-briefly.ts';
import { createRoles, grantRights } from './grant-rights.ts';

/** Advisory lock id; arbitrary, but unique in this database. */
const lock = 20_250_506;

/**
 * Applies what is missing, then grants each program's role its rights. In between, programs keep
 * running while indexes are built, so each migration itself grants what its triggers need. Safe to
 * call from many processes at once: one applies, the others wait. Also safe under load: no call
 * waits long for it, and old programs keep running.
 * @returns the names of the applied files
 * @throws UnsuitableSchema if the schema is newer than the code, or an applied file was changed
 * @throws SchemaLocked if a lock is never free
 */
export async function migrate(
  database: Database,
  known?: readonly Migration[],
  patience: LockPatience = lockPatience,
): Promise<string[]> {
  const migrations = known ?? (await readMigrations());
  const connection = await database.connect();
  try {
    // Building an index, or waiting for another migration, may take longer than a normal statement.
    await connection.query('set statement_timeout = 0; set lock_timeout = 0');
    await connection.query('select pg_advisory_lock($1)', [lock]);
    try {
      const briefly = <Result>(what: string, work: () => Promise<Result>) =>
        lockBriefly(connection, what, work, patience);
      await briefly("The queue's schema", () => migrateQueue(database));
      await briefly('The roles of the programs', () => createRoles(connection));
      const applied = await applyMissing(connection, migrations, briefly);
      await briefly('The rights of the programs', () => grantRights(connection));
      return applied;
    } finally {
      await connection.query('select pg_advisory_unlock($1)', [lock]).catch(() => undefined);
    }
  } finally {
    // Destroyed rather than returned to the pool: its time limits were lifted.
    connection.release(true);
  }
}

/**
 * With a separate pool, since graphile-worker accepts no connection. It waits as briefly for locks.
 */
async function migrateQueue({ options }: Database): Promise<void> {
  const address = new URL(options.connectionString ?? '');
  address.searchParams.set('lock_timeout', String(lockMs));
  const pool = openDatabase(address.href, 1);
  try {
    await runMigrations({ pgPool: pool });
  } finally {
    await pool.end();
  }
}

type Briefly = <Result>(what: string, work: () => Promise<Result>) => Promise<Result>;

async function applyMissing(
  connection: Connection,
  migrations: readonly Migration[],
  briefly: Briefly,
) {
  await connection.query(`
    create schema if not exists inaam;
    create table if not exists inaam.migration (
      number integer primary key, name text not null, hash text not null,
      applied_at timestamptz not null default now())`);
  const applied = await readApplied(connection);
  assertKnown(applied, migrations);
  const missing = migrations.filter((migration) => !applied.has(migration.number));
  for (const migration of missing) {
    await briefly(`Migration ${migration.name}`, () => applyOne(connection, migration));
  }
  return missing.map(({ name }) => name);
}

async function applyOne(connection: Connection, migration: Migration) {
  const index = /^create (?:unique )?index concurrently (\w+)/im.exec(migration.sql)?.[1];
  if (index !== undefined) return buildIndex(connection, migration, index);
  if (/^drop index concurrently if exists /im.test(migration.sql)) {
    return dropIndex(connection, migration);
  }
  await connection.query('begin');
  try {
    await connection.query(migration.sql);
    await noteApplied(connection, migration);
    await connection.query('commit');
  } catch (error) {
    // The first error is the one that matters.
    await connection.query('rollback').catch(() => undefined);
    throw error;
  }
}

/**
 * Builds the index while rows are written, which cannot be part of a transaction. Its own waiting
 * delays nobody, so it has no time limit.
 */
async function buildIndex(connection: Connection, migration: Migration, index: string) {
  await connection.query('set lock_timeout = 0');
  // The index that an interrupted attempt left is invalid, and still has to be maintained.
  await connection.query(`drop index concurrently if exists inaam.${index}`);
  await connection.query(migration.sql);
  await noteApplied(connection, migration);
}

/** As for building one; `if exists`, for an attempt that was broken off. */
async function dropIndex(connection: Connection, migration: Migration) {
  await connection.query('set lock_timeout = 0');
  await connection.query(migration.sql);
  await noteApplied(connection, migration);
}

async function noteApplied(connection: Connection, { number, name, hash }: Migration) {
  const insert = 'insert into inaam.migration (number, name, hash) values ($1, $2, $3)';
  await connection.query(insert, [number, name, hash]);
}

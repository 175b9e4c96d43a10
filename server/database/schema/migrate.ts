// There are no down migrations, and a schema newer than the code is never touched.
import { setTimeout as wait, setTimeout as pause } from 'node:timers/promises';
import { assertKnown, readApplied, readMigrations, type Migration } from './applied-migrations.ts';
import { assertSuitable, openDatabase, type Connection, type Database } from '../database.ts';
import { applyDefinitions, readDefinitions, type Definitions } from './definitions.ts';
import { createRoles, grantRights } from './grant-rights.ts';
import { keepIdentity } from '../identity.ts';
import { assertSameSecrets } from '../own-secrets.ts';
import { hasSecretChecks } from '../secret-checks.ts';
import { InaamError } from '../../platform/errors.ts';
import type { OwnSecrets } from '../../platform/secret-checks.ts';

/** Advisory lock id; arbitrary, but unique in this database. */
const lock = 20_250_506;

/**
 * What the program `migrate` does, and `launch` by itself.
 * @param onWait is called if a lock is not free, `onStep` with what is applied now
 * @returns what was done, for a person
 * @throws InaamError if the database is not suitable, or is another campaign's
 */
export async function migrateDatabase(
  { databaseUrl, campaign, secrets }: Migrated,
  { onWait, onStep }: { onWait: () => void; onStep?: (step: string) => void },
): Promise<string> {
  const database = openDatabase(databaseUrl, 2);
  try {
    await assertSuitable(database);
    if (await hasSecretChecks(database)) await assertSameSecrets(database, campaign, secrets);
    const applied = await migrate(database, { ...lockPatience, onWait, ...(onStep && { onStep }) });
    return applied.length === 0 ? 'The schema is up to date.' : `Applied: ${applied.join(', ')}`;
  } finally {
    await database.end();
  }
}

type Migrated = { databaseUrl: string; campaign: string; secrets: OwnSecrets };
type Files = { migrations: readonly Migration[]; definitions: readonly Definitions[] };

/**
 * Applies the missing migrations, the last ones together with all functions, the triggers and each
 * role's privileges in one transaction. Programs keep running while indexes are built. Many
 * processes may call it at once: one applies, the others wait. No call waits long for it, and old
 * programs keep running.
 * @param files for tests
 * @returns the names of the applied migrations
 * @throws UnsuitableSchema if the schema is newer than the code, or an applied file was changed
 * @throws UnsuitableDefinition if PostgreSQL cannot replace a function, or one was left out
 * @throws SchemaLocked if a lock is never free
 */
export async function migrate(
  database: Database,
  patience: LockPatience = lockPatience,
  files: Partial<Files> = {},
): Promise<string[]> {
  const { migrations = await readMigrations(), definitions = await readDefinitions() } = files;
  const connection = await database.connect();
  try {
    // Building an index, or waiting for another migration, may exceed the default timeout.
    await connection.query('set statement_timeout = 0; set lock_timeout = 0');
    await lockOthersOut(connection);
    try {
      const briefly = <Result>(what: string, work: () => Promise<Result>) =>
        lockBriefly(connection, what, work, patience);
      const missing = await readMissing(connection, migrations);
      await briefly('The roles of the programs', () => createRoles(connection));
      const last = missing.findLastIndex(({ sql }) => isConcurrent.test(sql)) + 1;
      for (const migration of missing.slice(0, last)) {
        await briefly(`Migration ${migration.name}`, () => applyOne(connection, migration));
      }
      // Those after the last index commit with the functions: where one drops a trigger, its
      // successor is there from the same moment on.
      const others = missing.slice(last);
      const names = others.map(({ name }) => `Migration ${name}`).join(', ');
      await briefly(names || 'Functions, triggers and rights', () =>
        inTransaction(connection, async () => {
          for (const migration of others) await applySql(connection, migration);
          await applyDefinitions(connection, definitions);
          await grantRights(connection);
          await keepIdentity(connection);
        }),
      );
      return missing.map(({ name }) => name);
    } finally {
      await connection.query('select pg_advisory_unlock($1)', [lock]).catch(() => undefined);
    }
  } finally {
    // Destroyed instead of returned to the pool, because its time limits were lifted.
    connection.release(true);
  }
}

const lockPauseMs = 200;

/**
 * Asks again and again: a statement that waits for the lock would hold a snapshot, for which the
 * other's `create index concurrently` waits, and PostgreSQL would end one of them as a deadlock.
 */
async function lockOthersOut(connection: Connection): Promise<void> {
  const ask = 'select pg_try_advisory_lock($1) as mine';
  for (;;) {
    const { rows } = await connection.query<{ mine: boolean }>(ask, [lock]);
    if (rows[0]?.mine === true) return;
    await wait(lockPauseMs);
  }
}

async function readMissing(connection: Connection, migrations: readonly Migration[]) {
  await connection.query(`
    create schema if not exists inaam;
    create table if not exists inaam.migration (
      name text primary key, hash text not null,
      applied_at timestamptz not null default now())`);
  const applied = await readApplied(connection);
  assertKnown(applied, migrations);
  return migrations.filter(({ name }) => !applied.has(name));
}

const isConcurrent = /^(?:create (?:unique )?|drop )index concurrently\b/im;

/**
 * An index is built or dropped while rows are written, which cannot be part of a transaction. Its
 * wait delays nobody, so it has no time limit.
 */
async function applyOne(connection: Connection, migration: Migration) {
  if (!isConcurrent.test(migration.sql)) {
    return inTransaction(connection, () => applySql(connection, migration));
  }
  await connection.query('set lock_timeout = 0');
  const index = /^create (?:unique )?index concurrently (\w+)/im.exec(migration.sql)?.[1];
  // An interrupted attempt leaves an invalid index, which still costs maintenance.
  if (index) await connection.query(`drop index concurrently if exists inaam.${index}`);
  await applySql(connection, migration);
}

async function applySql(connection: Connection, migration: Migration) {
  await connection.query(migration.sql);
  await noteApplied(connection, migration);
}

async function inTransaction(connection: Connection, work: () => Promise<void>) {
  await connection.query('begin');
  try {
    await work();
    await connection.query('commit');
  } catch (error) {
    // The first error is the one that matters.
    await connection.query('rollback').catch(() => undefined);
    throw error;
  }
}

async function noteApplied(connection: Connection, { name, hash }: Migration) {
  const insert = 'insert into inaam.migration (name, hash) values ($1, $2)';
  await connection.query(insert, [name, hash]);
}

class SchemaLocked extends InaamError {
  override name = 'SchemaLocked';
}

export type LockPatience = {
  attempts: number;
  pauseMs: number;
  onWait: () => void;
  onStep?: (what: string) => void;
};

export const lockPatience: LockPatience = { attempts: 60, pauseMs: 2000, onWait: () => undefined };

/**
 * Half the time that a call waits for a lock, so that calls behind the migration are not refused.
 */
const lockMs = 500;

/** Lock timeout and deadlock. */
const contended: ReadonlySet<unknown> = new Set(['55P03', '40P01']);

/**
 * Runs `work`, which must be one transaction, without ever waiting long for a lock: all calls that
 * need the table would queue behind it, even if the lock's holder only reads.
 * @throws SchemaLocked if its locks are never free
 */
export async function lockBriefly<Result>(
  connection: { query(text: string): Promise<unknown> },
  what: string,
  work: () => Promise<Result>,
  { attempts, pauseMs, onWait, onStep }: LockPatience,
): Promise<Result> {
  onStep?.(what);
  for (let attempt = 1; ; attempt++) {
    await connection.query(`set lock_timeout = ${lockMs}`);
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && contended.has(error.code))) throw error;
      if (attempt === attempts) {
        throw new SchemaLocked(
          `${what} cannot be applied: in ${attempts} attempts something else always held its locks. Nothing of it was changed. End long transactions (select pid, xact_start, query from pg_stat_activity order by xact_start), then migrate again.`,
        );
      }
    } finally {
      // If the connection is lost, the reason for that matters more.
      await connection.query('set lock_timeout = 0').catch(() => undefined);
    }
    onWait();
    await pause(pauseMs);
  }
}

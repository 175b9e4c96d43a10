// There are no down migrations, and a schema newer than the code is never touched.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { runMigrations } from 'graphile-worker';
import { InaamError } from '../errors.ts';
import type { Connection, Database } from './database.ts';
import { grantRights } from './roles.ts';

const folder = path.join(import.meta.dirname, 'migrations');
/** Advisory lock id; arbitrary, but unique in this database. */
const lock = 20_250_506;

export type Migration = { number: number; name: string; sql: string; hash: string };

class UnsuitableSchema extends InaamError {
  override name = 'UnsuitableSchema';
}

export async function readMigrations(from = folder): Promise<Migration[]> {
  const files = (await readdir(from)).filter((file) => file.endsWith('.sql')).toSorted();
  return Promise.all(
    files.map(async (name) => {
      const sql = await readFile(path.join(from, name), 'utf8');
      const hash = createHash('sha256').update(sql).digest('hex');
      return { number: Number.parseInt(name, 10), name, sql, hash };
    }),
  );
}

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

type Applied = { number: number; name: string; hash: string };

async function readApplied(connection: Pick<Connection, 'query'>): Promise<Map<number, Applied>> {
  const { rows } = await connection.query<Applied>(
    'select number, name, hash from inaam.migration order by number',
  );
  return new Map(rows.map((row) => [row.number, row]));
}

function assertKnown(applied: ReadonlyMap<number, Applied>, migrations: readonly Migration[]) {
  const own = new Map(migrations.map((migration) => [migration.number, migration]));
  for (const { number, name, hash } of applied.values()) {
    const migration = own.get(number);
    if (!migration) {
      throw new UnsuitableSchema(
        `The database's schema is newer than this program: migration ${name} has been applied. Start the newer version, or restore the backup made before it.`,
      );
    }
    if (migration.hash !== hash) {
      throw new UnsuitableSchema(
        `Migration ${name} was changed after it was applied to this database. Put the file back as it was and write the change as a new migration.`,
      );
    }
  }
}

/**
 * For programs that do not migrate.
 * @throws UnsuitableSchema unless the schema is exactly this code's
 */
export async function assertMigrated(database: Database): Promise<void> {
  const migrations = await readMigrations();
  const { rows } = await database.query<{ found: string | null }>(
    `select to_regclass('inaam.migration')::text as found`,
  );
  const connection = await database.connect();
  try {
    const applied = rows[0]?.found ? await readApplied(connection) : new Map<number, Applied>();
    assertKnown(applied, migrations);
    const missing = migrations.filter(({ number }) => !applied.has(number));
    if (missing.length > 0) {
      throw new UnsuitableSchema(
        `The database lacks ${missing.map(({ name }) => name).join(', ')}. Run \`npm run migrate\` first.`,
      );
    }
  } finally {
    connection.release();
  }
}

/**
 * Whether this code's migrations are all applied, unchanged. A newer schema is accepted: during a
 * rollout the old version runs on it.
 */
export function schemaCheck(database: Database): () => Promise<boolean> {
  const known = readMigrations();
  // Every check awaits it; until then the rejection must not count as unhandled.
  known.catch(() => undefined);
  return async () => {
    const applied = await readApplied(database);
    return (await known).every(({ number, hash }) => applied.get(number)?.hash === hash);
  };
}

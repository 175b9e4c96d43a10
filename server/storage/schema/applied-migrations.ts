// Apart from migrate.ts, so that programs that do not migrate do not load the queue's library.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { InaamError } from '../../errors.ts';
import type { Connection, Database } from '../database.ts';

const folder = path.join(import.meta.dirname, 'migrations');

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

type Applied = { number: number; name: string; hash: string };

export async function readApplied(
  connection: Pick<Connection, 'query'>,
): Promise<Map<number, Applied>> {
  const { rows } = await connection.query<Applied>(
    'select number, name, hash from inaam.migration order by number',
  );
  return new Map(rows.map((row) => [row.number, row]));
}

/** @throws UnsuitableSchema if the schema is newer than the code, or an applied file was changed */
export function assertKnown(
  applied: ReadonlyMap<number, Applied>,
  migrations: readonly Migration[],
): void {
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

import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { InaamError } from '../../platform/errors.ts';
import type { Database, Queryable } from '../database.ts';

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

export async function readApplied(connection: Queryable): Promise<Map<number, Applied>> {
  const { rows } = await connection.query<Applied>(
    'select number, name, hash from inaam.migration order by number',
  );
  return new Map(rows.map((row) => [row.number, row]));
}

/**
 * For programs that migrate.
 * @throws UnsuitableSchema if the schema is newer than the code, or an applied file was changed
 */
export function assertKnown(
  applied: ReadonlyMap<number, Applied>,
  migrations: readonly Migration[],
): void {
  assertUnchanged(applied, migrations);
  const own = new Set(migrations.map(({ number }) => number));
  const newest = [...applied.values()].findLast(({ number }) => !own.has(number));
  if (newest) {
    throw new UnsuitableSchema(
      `The database's schema is newer than this program: migration ${newest.name} has been applied. Nothing was changed. Start the newer version; to go back, start this version's other programs without migrating.`,
    );
  }
}

function assertUnchanged(
  applied: ReadonlyMap<number, Applied>,
  migrations: readonly Migration[],
): void {
  const changed = migrations.find(({ number, hash }) => {
    const found = applied.get(number);
    return found && found.hash !== hash;
  });
  if (!changed) return;
  throw new UnsuitableSchema(
    `Migration ${changed.name} was changed after it was applied to this database. Nothing was changed. Put the file back as it was and write the change as a new migration. Of a database from before the first release, such as a demonstration's, make a new one: stop it and delete the folder .data.`,
  );
}

/**
 * For programs that do not migrate. A newer schema is accepted, because the old version runs on it
 * during a deployment and after a rollback.
 * @throws UnsuitableSchema if a migration is missing or changed
 */
export async function assertMigrated(
  database: Database,
  known?: readonly Migration[],
): Promise<void> {
  const missing = await readMissingMigrations(database, known);
  if (missing.length === 0) return;
  throw new UnsuitableSchema(
    `The database lacks ${missing.join(', ')}. Run \`npx inaam migrate\` first.`,
  );
}

/**
 * @returns their names; of an empty database all
 * @throws UnsuitableSchema if a migration was changed
 */
export async function readMissingMigrations(
  database: Database,
  known?: readonly Migration[],
): Promise<string[]> {
  const migrations = known ?? (await readMigrations());
  const { rows } = await database.query<{ found: string | null }>(
    `select to_regclass('inaam.migration')::text as found`,
  );
  const applied = rows[0]?.found ? await readApplied(database) : new Map<number, Applied>();
  assertUnchanged(applied, migrations);
  return migrations.filter(({ number }) => !applied.has(number)).map(({ name }) => name);
}

export function schemaCheck(database: Database): () => Promise<boolean> {
  const known = readMigrations();
  // Every check awaits it; until then its rejection must not count as unhandled.
  known.catch(() => undefined);
  return async () => {
    const applied = await readApplied(database);
    return (await known).every(({ number, hash }) => applied.get(number)?.hash === hash);
  };
}

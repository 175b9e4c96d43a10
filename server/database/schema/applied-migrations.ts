// Separate from migrate.ts, so that programs that do not migrate do not load the queue's library.
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
 * @throws UnsuitableSchema if the schema is newer than the code or of another line of versions, or
 *   an applied file was changed
 */
export function assertKnown(
  applied: ReadonlyMap<number, Applied>,
  migrations: readonly Migration[],
): void {
  assertUnchanged(applied, migrations);
  const newest = [...applied.values()].findLast(({ number }) => !hasNumber(migrations, number));
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
  const found = applied.get(changed.number)?.name;
  if (found !== changed.name) {
    throw new UnsuitableSchema(
      `The database belongs to another line of versions, such as one from before the first release: it has ${found} where this one has ${changed.name}. Nothing was changed. Use a new, empty database; of a demonstration, stop it and delete the folder .data.`,
    );
  }
  throw new UnsuitableSchema(
    `Migration ${changed.name} was changed after it was applied to this database. Put the file back as it was and write the change as a new migration.`,
  );
}

const hasNumber = (migrations: readonly Migration[], number: number) =>
  migrations.some((migration) => migration.number === number);

/**
 * The end of the name of a migration that breaks older programs. It names the migration that a
 * program must know to run with it, as in `000031-drop-limits-needs-000029.sql`.
 */
const needs = /-needs-(\d{6})\.sql$/;

/** @returns the name of an applied migration that this program neither knows nor can run with */
function newerThanUsable(
  applied: ReadonlyMap<number, Applied>,
  migrations: readonly Migration[],
): string | undefined {
  const own = migrations.at(-1)?.number ?? 0;
  const strange = [...applied.values()].filter(({ number }) => !hasNumber(migrations, number));
  // An unknown migration between known ones belongs to another line of versions.
  return strange.find(
    ({ number, name }) => number < own || Number(needs.exec(name)?.[1] ?? 0) > own,
  )?.name;
}

/**
 * @param missing what a new version would apply
 * @returns the name of a migration with which the programs that run now could not go on
 */
export function endsOlderPrograms(
  applied: ReadonlyMap<number, Applied>,
  missing: readonly Migration[],
): string | undefined {
  const known = Math.max(0, ...applied.keys());
  return missing.find(({ name }) => Number(needs.exec(name)?.[1] ?? 0) > known)?.name;
}

/**
 * For programs that do not migrate. Accepts a newer schema unless one of its migrations forbids it,
 * because the old version runs on it during a deployment and after a rollback.
 * @throws UnsuitableSchema if a migration is missing, changed, or incompatible with this program
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
 * @throws UnsuitableSchema if a migration was changed, or is incompatible with this program
 */
export async function readMissingMigrations(
  database: Database,
  known?: readonly Migration[],
): Promise<string[]> {
  const migrations = known ?? (await readMigrations());
  const { rows } = await database.query<{ found: string | null }>(
    `select to_regclass('inaam.migration')::text as found`,
  );
  const connection = await database.connect();
  try {
    const applied = rows[0]?.found ? await readApplied(connection) : new Map<number, Applied>();
    assertUnchanged(applied, migrations);
    const unusable = newerThanUsable(applied, migrations);
    if (unusable !== undefined) {
      throw new UnsuitableSchema(
        `The database's schema is too new for this program: migration ${unusable} has been applied. Start a newer version.`,
      );
    }
    return migrations.filter(({ number }) => !applied.has(number)).map(({ name }) => name);
  } finally {
    connection.release();
  }
}

export function schemaCheck(database: Database): () => Promise<boolean> {
  const known = readMigrations();
  // Every check awaits it; until then its rejection must not count as unhandled.
  known.catch(() => undefined);
  return async () => {
    const applied = await readApplied(database);
    const migrations = await known;
    const isComplete = migrations.every(({ number, hash }) => applied.get(number)?.hash === hash);
    return isComplete && newerThanUsable(applied, migrations) === undefined;
  };
}

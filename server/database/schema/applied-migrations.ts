import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { plugins } from '@inaam/plugins/plugins.ts';
import { InaamError } from '../../platform/errors.ts';
import { assertSuitable, openDatabase, type Database, type Queryable } from '../database.ts';
import { assertNoCopy } from '../identity.ts';
import type { Shutdown } from '../run-program.ts';

/** `name` of a plugin's has its folder: `alerts/000001-alerts.sql`. */
export type Migration = { name: string; sql: string; hash: string };

const folder = path.dirname(fileURLToPath(import.meta.resolve('@inaam/plugins/plugins.ts')));

export const pluginFolders = plugins.map(({ name }) => ({
  name,
  folder: path.join(folder, name),
}));

class UnsuitableSchema extends InaamError {
  override name = 'UnsuitableSchema';
}

/** In the order in which they are applied: a plugin's may refer to the tables of the core. */
export async function readMigrations(): Promise<Migration[]> {
  const own = await readFolder(path.join(import.meta.dirname, 'migrations'), '');
  const others = await Promise.all(
    pluginFolders
      .map(({ name, folder }) => [path.join(folder, 'migrations'), `${name}/`] as const)
      .filter(([folder]) => existsSync(folder))
      .map(([folder, prefix]) => readFolder(folder, prefix)),
  );
  return [...own, ...others.flat()];
}

async function readFolder(folder: string, prefix: string): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).toSorted();
  return Promise.all(
    files.map(async (file) => {
      const sql = await readFile(path.join(folder, file), 'utf8');
      const hash = createHash('sha256').update(sql).digest('hex');
      return { name: `${prefix}${file}`, sql, hash };
    }),
  );
}

/** The hash of each, by its name. */
export async function readApplied(connection: Queryable): Promise<Map<string, string>> {
  const { rows } = await connection.query<{ name: string; hash: string }>(
    'select name, hash from inaam.migration order by name',
  );
  return new Map(rows.map(({ name, hash }) => [name, hash]));
}

/**
 * For programs that migrate.
 * @throws UnsuitableSchema if the schema is newer than the code, or an applied file was changed
 */
export function assertKnown(
  applied: ReadonlyMap<string, string>,
  migrations: readonly Migration[],
): void {
  assertUnchanged(applied, migrations);
  const own = new Set(migrations.map(({ name }) => name));
  const unknown = [...applied.keys()].findLast((name) => !own.has(name));
  if (unknown === undefined) return;
  const [plugin, file] = unknown.split('/');
  throw new UnsuitableSchema(
    file !== undefined && !pluginFolders.some(({ name }) => name === plugin)
      ? `The database has tables of the plugin ${plugin}, which this program does not have. Nothing was changed. Start a version that has it.`
      : `The database's schema is newer than this program: migration ${unknown} has been applied. Nothing was changed. Start the newer version; to go back, start this version's other programs without migrating.`,
  );
}

function assertUnchanged(
  applied: ReadonlyMap<string, string>,
  migrations: readonly Migration[],
): void {
  const changed = migrations.find(({ name, hash }) => (applied.get(name) ?? hash) !== hash);
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
  const applied = rows[0]?.found ? await readApplied(database) : new Map<string, string>();
  assertUnchanged(applied, migrations);
  return migrations.filter(({ name }) => !applied.has(name)).map(({ name }) => name);
}

export function schemaCheck(database: Database): () => Promise<boolean> {
  const known = readMigrations();
  // Every check awaits it; until then its rejection must not count as unhandled.
  known.catch(() => undefined);
  return async () => {
    const applied = await readApplied(database);
    return (await known).every(({ name, hash }) => applied.get(name) === hash);
  };
}

/** Each program that runs opens its database with this. */
export async function openMigrated(
  shutdown: Shutdown,
  ...given: Parameters<typeof openDatabase>
): Promise<Database> {
  const database = openDatabase(...given);
  shutdown.add('the connections', () => database.end());
  await assertSuitable(database);
  await assertMigrated(database);
  await assertNoCopy(database);
  return database;
}

// Functions and triggers. Each is defined once, in `functions/`, and each `migrate` updates the
// database to these definitions.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { InaamError } from '../../platform/errors.ts';
import type { Connection } from '../database.ts';
import { pluginFolders } from './applied-migrations.ts';

class UnsuitableDefinition extends InaamError {
  override name = 'UnsuitableDefinition';
}

type Trigger = { name: string; table: string; sql: string };
export type Definitions = { file: string; functions: string; triggers: readonly Trigger[] };

const trigger = /^create or replace trigger (\w+)[^;]*? on (inaam\.\w+)[^;]*;/gm;

export async function readDefinitions(
  folder = path.join(import.meta.dirname, 'functions'),
): Promise<Definitions[]> {
  const own = (await readdir(folder)).filter((file) => file.endsWith('.sql')).toSorted();
  const files = [
    ...own.map((file) => [`functions/${file}`, path.join(folder, file)] as const),
    ...pluginFolders
      .map((one) => [`${one.name}/functions.sql`, path.join(one.folder, 'functions.sql')] as const)
      .filter(([, place]) => existsSync(place)),
  ];
  return Promise.all(
    files.map(async ([file, place]) => {
      const sql = await readFile(place, 'utf8');
      const triggers = [...sql.matchAll(trigger)].map(([text, name = '', table = '']) => ({
        name,
        table,
        sql: text,
      }));
      return { file, functions: sql.replaceAll(trigger, ''), triggers };
    }),
  );
}

/**
 * Replaces all functions, which blocks nobody, and only the triggers whose text has changed,
 * because replacing one locks its table against writers. Runs in one transaction with the
 * privileges they need.
 * @throws UnsuitableDefinition if PostgreSQL refuses one, or the database has one that no file
 *   defines
 */
export async function applyDefinitions(
  connection: Connection,
  definitions: readonly Definitions[],
): Promise<void> {
  for (const { file, functions } of definitions) {
    await connection.query(functions).catch((error: unknown) => refuse(file, error));
  }
  const applied = await readTriggers(connection);
  for (const { file, triggers } of definitions) {
    for (const { name, table, sql } of triggers) {
      const hash = createHash('sha256').update(sql).digest('hex');
      if (applied.get(`${name} on ${table}`) === hash) continue;
      const replaced = `${sql} comment on trigger ${name} on ${table} is '${hash}'`;
      await connection.query(replaced).catch((error: unknown) => refuse(file, error));
    }
  }
  await assertNoneLeft(connection, definitions);
}

/**
 * Triggers that call our functions, each with its comment, the hash of the text that created it;
 * null if it is disabled.
 */
async function readTriggers(connection: Connection): Promise<Map<string, string | null>> {
  const { rows } = await connection.query<{ name: string; hash: string | null }>(
    `select format('%s on inaam.%s', tgname, relname) as name,
       case when tgenabled = 'O' then obj_description(pg_trigger.oid, 'pg_trigger') end as hash
     from pg_trigger join pg_class on pg_class.oid = tgrelid join pg_proc on pg_proc.oid = tgfoid
     where relnamespace = 'inaam'::regnamespace and pronamespace = 'inaam'::regnamespace`,
  );
  return new Map(rows.map(({ name, hash }) => [name, hash]));
}

/** Changes that `or replace` cannot make: result types, parameter names, defaults, kinds. */
const notReplaceable: ReadonlySet<unknown> = new Set(['42P13', '42809']);

function refuse(file: string, error: unknown): never {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  // Other errors, such as a lock that is not free, are not caused by the file.
  if (!(error instanceof Error) || !String(code).startsWith('42')) throw error;
  const remedy = notReplaceable.has(code)
    ? ' Give the changed function a new name, and drop the old one in a migration of the next version.'
    : '';
  throw new UnsuitableDefinition(
    `${file} cannot be applied: ${error.message}. No function, trigger or right was changed, and programs of the version before go on.${remedy}`,
    { cause: error },
  );
}

/** A definition that was removed or got other parameters stays until a migration drops it. */
async function assertNoneLeft(connection: Connection, definitions: readonly Definitions[]) {
  // Functions that this transaction did not replace. A column's default belongs to its table.
  const { rows } = await connection.query<{ name: string }>(
    `select 'function ' || pg_proc.oid::regprocedure as name from pg_proc
     where pronamespace = 'inaam'::regnamespace and pg_proc.xmin <> pg_current_xact_id()::xid and not exists (
       select from pg_depend where refobjid = pg_proc.oid and classid = 'pg_attrdef'::regclass)
     order by name`,
  );
  const own = new Set(
    definitions.flatMap(({ triggers }) => triggers.map(({ name, table }) => `${name} on ${table}`)),
  );
  const triggers = [...(await readTriggers(connection)).keys()].filter((name) => !own.has(name));
  const left = [...rows.map(({ name }) => name), ...triggers.map((name) => `trigger ${name}`)];
  if (left.length === 0) return;
  throw new UnsuitableDefinition(
    `The database has definitions that no file of functions/ has: ${left.join(', ')}. No function, trigger or right was changed. Drop it in a migration (${left.map((name) => `drop ${name.replace(' ', ' if exists ')};`).join(' ')}), or, as long as programs of the version before call it, put it back.`,
  );
}

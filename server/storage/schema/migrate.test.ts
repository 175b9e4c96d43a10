import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '@inaam/testing/setup/test-database.ts';
import { assertSuitable, openDatabase, type Database } from '../database.ts';
import { assertMigrated, readMigrations } from './applied-migrations.ts';
import { migrate } from './migrate.ts';
import { describeSchema } from './schema-dump.ts';

let clone: TestDatabase;
let database: Database;
beforeAll(async () => {
  clone = await testDatabase();
  database = openDatabase(clone.url, 4);
});
afterAll(async () => {
  await database.end();
  await clone.drop();
});

test('schema.txt describes the schema that the migration creates', async () => {
  const file = new URL('schema.txt', import.meta.url);
  // Regenerate it with: node runtime/run.mjs server/storage/schema/write-schema.ts
  expect(await describeSchema(database)).toBe(await readFile(file, 'utf8'));
});

test('migrating again, several times at once, changes nothing', async () => {
  expect(await Promise.all([migrate(database), migrate(database), migrate(database)])).toEqual([
    [],
    [],
    [],
  ]);
  await assertMigrated(database);
});

test('a schema that is newer than the code, or has a changed migration, is refused with a remedy', async () => {
  const migrations = await readMigrations();
  await expect(migrate(database, migrations.slice(0, -1))).rejects.toThrow(
    /newer than this program.*Start the newer version/,
  );
  const changed = migrations.map((migration) => ({ ...migration, hash: 'other' }));
  await expect(migrate(database, changed)).rejects.toThrow(/was changed after it was applied/);
});

test('a migration that fails leaves the schema as it was', async () => {
  const migrations = await readMigrations();
  const number = (migrations.at(-1)?.number ?? 0) + 1;
  const broken = {
    number,
    name: 'broken',
    hash: 'x',
    sql: 'create table inaam.half (a int); select nonsense',
  };
  await expect(migrate(database, [...migrations, broken])).rejects.toThrow('nonsense');
  const { rows } = await database.query(`select to_regclass('inaam.half') as half`);
  expect(rows).toEqual([{ half: null }]);
  await assertMigrated(database);
});

test('a program that does not migrate reports the missing migrations', async () => {
  await database.query('create schema hidden');
  await database.query('alter table inaam.migration set schema hidden');
  try {
    await expect(assertMigrated(database)).rejects.toThrow(/lacks 000001.*npm run migrate/);
  } finally {
    await database.query('alter table hidden.migration set schema inaam');
  }
});

test('a database that could lose data in a crash is refused, naming each wrong setting', async () => {
  await expect(assertSuitable(database)).rejects.toThrow(/fsync is off.*set fsync = on/s);
  await assertSuitable(database, false);
  await expect(assertSuitable(openDatabase('postgres://nobody@127.0.0.1:1/none'))).rejects.toThrow(
    /cannot be reached \(ECONNREFUSED\). Check DATABASE_URL/,
  );
});

import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '@inaam/house/setup/test-database.ts';
import { prepareCampaign } from './campaigns.ts';
import { assertFit, openDatabase, type Database } from './database.ts';
import { assertMigrated, migrate, readMigrations } from './migrate.ts';
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

test('the dump of the schema in the tree is the schema that the migrations make', async () => {
  const file = new URL('schema.txt', import.meta.url);
  // Made anew by: node ground/run.mjs server/storage/write-schema.ts
  expect(await describeSchema(database)).toBe(await readFile(file, 'utf8'));
});

test('migrating again, by many at once, changes nothing', async () => {
  expect(await Promise.all([migrate(database), migrate(database), migrate(database)])).toEqual([
    [],
    [],
    [],
  ]);
  await assertMigrated(database);
});

test('a schema that is newer than the code, or was changed behind its back, is refused with the mend', async () => {
  const migrations = await readMigrations();
  await expect(migrate(database, migrations.slice(0, -1))).rejects.toThrow(
    /newer than this program.*Start the newer version/,
  );
  const changed = migrations.map((migration) => ({ ...migration, hash: 'other' }));
  await expect(migrate(database, changed)).rejects.toThrow(/was changed after it was applied/);
});

test('a migration that fails leaves the schema as it was', async () => {
  const migrations = await readMigrations();
  const number = migrations.length + 1;
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

test('a program that does not migrate says what is missing', async () => {
  await database.query('create schema kept');
  await database.query('alter table inaam.migration set schema kept');
  try {
    await expect(assertMigrated(database)).rejects.toThrow(/lacks 000001.*npm run migrate/);
  } finally {
    await database.query('alter table kept.migration set schema inaam');
  }
});

test('a database that would forget is refused by each setting that is off', async () => {
  await expect(assertFit(database)).rejects.toThrow(/fsync is off.*set fsync = on/s);
  await assertFit(database, false);
  await expect(assertFit(openDatabase('postgres://nobody@127.0.0.1:1/none'))).rejects.toThrow(
    /cannot be reached \(ECONNREFUSED\). Check DATABASE_URL/,
  );
});

test('a deck that was changed after the campaign had begun is refused', async () => {
  const rows = {
    campaign: 'changed',
    plan: { denominations: [3, 5], cards: [2, 1], blocks: 3 },
    reserve: { amount: 3, count: 5 },
  };
  await prepareCampaign(database, rows);
  await prepareCampaign(database, rows);
  const more = { ...rows, plan: { ...rows.plan, cards: [2, 2] } };
  await expect(prepareCampaign(database, more)).rejects.toThrow(/draw.json was changed/);
});

import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '@inaam/testing/setup/test-database.ts';
import { assertFit, openDatabase, type Database } from './database.ts';
import { assertMigrated, migrate, readMigrations } from './migrate.ts';
import { describeSchema } from './schema-dump.ts';
import { setAsideUncommitted } from './set-aside.ts';

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
  // Made anew by: node runtime/run.mjs server/storage/write-schema.ts
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

/** A database of its own with the first migration only, as an earlier version has left it. */
async function earlier(work: (old: Database) => Promise<void>): Promise<void> {
  const own = await testDatabase();
  const old = openDatabase(own.url, 4);
  try {
    await old.query('drop schema inaam cascade');
    await migrate(old, (await readMigrations()).slice(0, 1));
    await old.query(
      `insert into inaam.head (campaign, last_hash, denominations, cards, blocks, reserve_amount, reserve_left)
       values ('tea', sha256('tea'), '{3}', '{10}', 1, 3, 0)`,
    );
    await work(old);
  } finally {
    await old.end();
    await own.drop();
  }
}

const play = (old: Database) =>
  old.query(
    `insert into inaam.participant (campaign, pseudonym, number_index, state, verified_at)
     values ('tea', uuid_send(uuidv7()), sha256('number'), 'Goa', now())`,
  );

test('a campaign that was begun without a commitment is not taken over in silence: the migration says what to do', () =>
  earlier(async (old) => {
    await play(old);
    await expect(migrate(old)).rejects.toThrow(
      /begun.*nobody could check its draw.*new database in DATABASE_URL/s,
    );
    const { rows } = await old.query('select number from inaam.migration');
    expect(rows).toEqual([{ number: 1 }]);
    expect((await old.query('select from inaam.participant')).rowCount).toBe(1);
  }));

test('a campaign that was prepared and never begun is committed to anew', () =>
  earlier(async (old) => {
    expect(await setAsideUncommitted(old)).toBeUndefined();
    expect(await migrate(old)).toEqual(['000002-the-draw-can-be-checked.sql']);
    expect((await old.query('select from inaam.head')).rowCount).toBe(0);
    expect(await setAsideUncommitted(old)).toBeUndefined();
  }));

test('the demonstration keeps what was played before commitments under another name, and begins anew', () =>
  earlier(async (old) => {
    await play(old);
    const name = await setAsideUncommitted(old);
    expect(name).toMatch(/^inaam_before_\d{14}$/);
    expect(await migrate(old)).toHaveLength(2);
    expect((await old.query(`select from ${name}.participant`)).rowCount).toBe(1);
    expect((await old.query('select from inaam.participant')).rowCount).toBe(0);
    await assertMigrated(old);
    expect(await setAsideUncommitted(old)).toBeUndefined();
  }));

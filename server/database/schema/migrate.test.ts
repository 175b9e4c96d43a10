import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { waitUntil } from '@inaam/testing/server/wait-until.ts';
import { openTestDatabase } from '@inaam/testing/setup/cluster/open-test-database.ts';
import { testDatabase, type TestDatabase } from '@inaam/testing/setup/cluster/test-database.ts';
import { assertSuitable, openDatabase, type Database } from '../database.ts';
import { assertMigrated, readMigrations } from './applied-migrations.ts';
import { migrate } from './migrate.ts';
import { describeFunctions, describeSchema } from './schema-dump.ts';

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

test('schema.txt and functions.sql describe the schema that the migrations create', async () => {
  const read = (name: string) => readFile(new URL(name, import.meta.url), 'utf8');
  // Regenerate them with: node runtime/run.mjs server/database/schema/write-schema.ts
  expect(await describeSchema(database)).toBe(await read('schema.txt'));
  expect(await describeFunctions(database)).toBe(await read('functions.sql'));
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
    /newer than this program.*Nothing was changed. Start the newer version/,
  );
  const changed = migrations.map((migration) => ({ ...migration, hash: 'other' }));
  await expect(migrate(database, changed)).rejects.toThrow(/was changed after it was applied/);
});

test('a database from before the first release is refused, with what to do with a demonstration', async () => {
  const migrations = await readMigrations();
  // It had more files than today, of which no name and no hash is one of today's.
  const before = migrations.map((migration) => ({
    ...migration,
    name: 'other.sql',
    hash: 'other',
  }));
  const remedy = /another line of versions.*Use a new, empty database.*delete the folder .data/;
  for (const known of [before, before.slice(0, -1)]) {
    await expect(migrate(database, known)).rejects.toThrow(remedy);
    await expect(assertMigrated(database, known)).rejects.toThrow(remedy);
  }
});

test('a program runs on a schema that is newer than it, unless a migration needs newer programs', async () => {
  const migrations = await readMigrations();
  const own = migrations.at(-1)?.number ?? 0;
  const apply = (name: string) =>
    database.query('insert into inaam.migration values ($1, $2, $3)', [own + 1, name, 'x']);
  const takeBack = () => database.query('delete from inaam.migration where number = $1', [own + 1]);
  const padded = (number: number) => String(number).padStart(6, '0');
  for (const name of [`later.sql`, `drop-needs-${padded(own)}.sql`]) {
    await apply(name);
    await assertMigrated(database);
    await takeBack();
  }
  await apply(`drop-needs-${padded(own + 1)}.sql`);
  await expect(assertMigrated(database)).rejects.toThrow(
    /too new for this program: migration drop-needs-\d+.sql .*Start a newer version/,
  );
  await takeBack();
  // Another line of versions: a migration in the middle of its own that it does not know.
  await expect(assertMigrated(database, migrations.toSpliced(-2, 1))).rejects.toThrow(
    /too new for this program/,
  );
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

test('an index is built while rows are written, also when an attempt to build it was broken off', async () => {
  const migrations = await readMigrations();
  const number = (migrations.at(-1)?.number ?? 0) + 1;
  const sql = `-- While rows are written.
create index concurrently visit_by_user on inaam.visit (user_key);`;
  const index = { number, name: 'index.sql', hash: 'x', sql };
  await database.query('create index visit_by_user on inaam.visit (campaign)');
  const writer = await database.connect();
  const write = 'begin; lock table inaam.visit in row exclusive mode nowait';
  await writer.query(`set idle_in_transaction_session_timeout = 0; ${write}`);
  try {
    const migrating = migrate(database, [...migrations, index]);
    migrating.catch(() => undefined);
    // It waits for who writes, and nobody waits for it.
    await waitUntil(async () => {
      const { rows } = await database.query(
        `select from pg_locks where not granted and locktype = 'virtualxid'`,
      );
      return rows.length > 0;
    });
    await database.query(`${write}; rollback`);
    await writer.query('commit');
    expect(await migrating).toEqual(['index.sql']);
    const { rows } = await database.query(
      `select indisvalid as valid, pg_get_indexdef(indexrelid) like '%(user_key)' as own
       from pg_index where indexrelid = 'inaam.visit_by_user'::regclass`,
    );
    expect(rows).toEqual([{ valid: true, own: true }]);
  } finally {
    writer.release(true);
    await database.query('drop index if exists inaam.visit_by_user');
    await database.query('delete from inaam.migration where number = $1', [number]);
  }
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

test('programs write facts while later migrations are still to come, and no right is granted yet', async () => {
  const migrations = await readMigrations();
  const number = (migrations.at(-1)?.number ?? 0) + 1;
  // A trigger lets programs of the version before write into a new table: its file grants that.
  const counting = {
    number,
    name: 'counting.sql',
    hash: 'x',
    sql: `create table inaam.visit_count (visits bigint not null);
      grant insert on inaam.visit_count to inaam_serve;
      create function inaam.count_visit() returns trigger language plpgsql as $$
      begin insert into inaam.visit_count values (1); return null; end $$;
      create trigger visit_is_counted after insert on inaam.visit
        for each row execute function inaam.count_visit();`,
  };
  const failing = { number: number + 1, name: 'failing.sql', hash: 'x', sql: 'select nonsense' };
  const copy = await testDatabase();
  const migrating = openTestDatabase(copy.url, 2);
  const serving = openTestDatabase(copy.url, 1, 'inaam_serve');
  try {
    const all = [...migrations, counting, failing];
    await expect(migrate(migrating, all)).rejects.toThrow('nonsense');
    await serving.query(
      `insert into inaam.visit (campaign, user_key, at, query) values ('one', 'one', now(), '{}')`,
    );
    const { rows } = await migrating.query('select visits from inaam.visit_count');
    expect(rows).toEqual([{ visits: '1' }]);
  } finally {
    await serving.end();
    await migrating.end();
    await copy.drop();
  }
});

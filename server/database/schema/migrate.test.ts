import { afterAll, afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { waitUntil } from '@inaam/testing/server/wait-until.ts';
import { openTestDatabase, testDatabase } from '@inaam/testing/setup/cluster/test-database.ts';
import { assertSuitable, openDatabase, type Database, type Connection } from '../database.ts';
import { assertMigrated, readMigrations } from './applied-migrations.ts';
import { readDefinitions } from './definitions.ts';
import { migrate, lockBriefly, lockPatience } from './migrate.ts';
import { Shopper } from '@inaam/testing/server/shopper/shopper.ts';
import { testServer, type TestServer } from '@inaam/testing/server/app/test-server.ts';

const clone = await testDatabase();
const database = openDatabase(clone.url, 4);
afterAll(() => clone.drop());
afterAll(() => database.end());

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
  await expect(
    migrate(database, undefined, { migrations: migrations.slice(0, -1) }),
  ).rejects.toThrow(/newer than this program.*Nothing was changed. Start the newer version/);
  const changed = migrations.map((migration) => ({ ...migration, hash: 'other' }));
  await expect(migrate(database, undefined, { migrations: changed })).rejects.toThrow(
    /was changed after it was applied/,
  );
});

test('a program runs on a schema that is newer than it, and not on one of other files', async () => {
  const migrations = await readMigrations();
  await assertMigrated(database, migrations.slice(0, -1));
  const changed = migrations.map((migration) => ({ ...migration, hash: 'other' }));
  await expect(assertMigrated(database, changed)).rejects.toThrow(
    /was changed after it was applied.*delete the folder .data/,
  );
});

test('a migration that fails leaves the schema as it was', async () => {
  const migrations = await readMigrations();
  const broken = {
    name: 'broken',
    hash: 'x',
    sql: 'create table inaam.half (a int); select nonsense',
  };
  await expect(
    migrate(database, undefined, { migrations: [...migrations, broken] }),
  ).rejects.toThrow('nonsense');
  const { rows } = await database.query(`select to_regclass('inaam.half') as half`);
  expect(rows).toEqual([{ half: null }]);
  await assertMigrated(database);
});

test('an index is built while rows are written, also when an attempt to build it was broken off', async () => {
  const migrations = await readMigrations();
  const sql = `-- While rows are written.
create index concurrently visit_by_user on inaam.visit (user_key);`;
  const index = { name: 'index.sql', hash: 'x', sql };
  await database.query('create index visit_by_user on inaam.visit (campaign)');
  const writer = await database.connect();
  const write = 'begin; lock table inaam.visit in row exclusive mode nowait';
  await writer.query(`set idle_in_transaction_session_timeout = 0; ${write}`);
  try {
    const migrating = migrate(database, undefined, { migrations: [...migrations, index] });
    migrating.catch(() => undefined);
    // The migration waits for a writer, and nobody waits for the migration.
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
    await database.query('delete from inaam.migration where name = $1', ['index.sql']);
  }
});

test('a program that does not migrate reports the missing migrations', async () => {
  await database.query('create schema hidden');
  await database.query('alter table inaam.migration set schema hidden');
  try {
    await expect(assertMigrated(database)).rejects.toThrow(/lacks 000001.*npx inaam migrate/);
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

async function bodyOf(name: string): Promise<string | undefined> {
  const { rows } = await database.query<{ prosrc: string }>(
    'select prosrc from pg_proc where oid = to_regproc($1)',
    [name],
  );
  return rows[0]?.prosrc;
}

test('each migrate brings functions and triggers to what their files say, one at a time', async () => {
  const body = await bodyOf('inaam.refuse_any_change');
  await database.query(`
    create or replace function inaam.refuse_any_change() returns trigger language plpgsql as
      'begin return new; end';
    drop trigger ledger_is_append_only on inaam.ledger;
    comment on trigger audit_is_append_only on inaam.audit is 'of another text';
    alter table inaam.amendment disable trigger amendment_is_append_only`);
  await Promise.all([migrate(database), migrate(database)]);
  expect(await bodyOf('inaam.refuse_any_change')).toBe(body);
  for (const table of ['ledger', 'audit', 'amendment']) {
    await expect(database.query(`truncate inaam.${table}`)).rejects.toThrow(
      `inaam.${table} is append-only`,
    );
  }
});

test('triggers that are as they are written are left alone: nobody who writes is waited for', async () => {
  const writer = await database.connect();
  await writer.query(
    'begin; lock table inaam.ledger, inaam.message, inaam.visit in row exclusive mode',
  );
  onTestFinished(() => writer.release(true));
  onTestFinished(async () => void (await writer.query('rollback')));
  const patience = { attempts: 1, pauseMs: 1, onWait: () => undefined };
  expect(await migrate(database, patience)).toEqual([]);
  const definitions = (await readDefinitions()).map((file) => ({
    ...file,
    triggers: file.triggers.map((one) =>
      one.table === 'inaam.message' ? { ...one, sql: `${one.sql} ` } : one,
    ),
  }));
  await expect(migrate(database, patience, { definitions })).rejects.toThrow(
    /Functions, triggers and rights cannot be applied.*End long transactions/,
  );
});

/** The files, and one more with these functions. */
async function withFunctions(functions: string) {
  const definitions = await readDefinitions();
  return { definitions: [...definitions, { file: 'functions/more.sql', functions, triggers: [] }] };
}

test.each([
  ['another result', 'inaam.rollup_hour(at timestamptz) returns bigint'],
  ['another name of a parameter', 'inaam.rollup_hour(name timestamptz) returns timestamptz'],
  ['a procedure that was a function', 'inaam.rollup_hour(at timestamptz)'],
])('%s is refused with what to do, and nothing is changed', async (_, signature) => {
  const kind = signature.includes('returns') ? 'function' : 'procedure';
  const changed = await withFunctions(`
    create or replace function inaam.refuse_any_change() returns trigger language plpgsql as
      'begin return new; end';
    create or replace ${kind} ${signature} language plpgsql as 'begin end'`);
  const body = await bodyOf('inaam.refuse_any_change');
  await expect(migrate(database, undefined, changed)).rejects.toThrow(
    /functions\/more.sql cannot be applied: .*No function.*was changed.*a new name/s,
  );
  expect(await bodyOf('inaam.refuse_any_change')).toBe(body);
});

test('what SQL does not allow is refused by the name of its file', async () => {
  await expect(
    migrate(database, undefined, await withFunctions('select nonsense')),
  ).rejects.toThrow(/functions\/more.sql cannot be applied: column "nonsense" does not exist/);
});

test('a function or trigger that no file has any more is refused until a migration drops it', async () => {
  await database.query(`
    create function inaam.rollup_hour(at timestamptz, other text) returns integer language sql return 1;
    create trigger other before insert on inaam.visit execute function inaam.refuse_any_change()`);
  const drop = `drop function if exists inaam.rollup_hour(timestamp with time zone,text); drop trigger if exists other on inaam.visit;`;
  await expect(migrate(database)).rejects.toThrow(
    `Drop it in a migration (${drop}), or, as long as`,
  );
  const migrations = await readMigrations();
  const dropping = { name: 'drop.sql', hash: 'x', sql: drop };
  const files = { migrations: [...migrations, dropping] };
  expect(await migrate(database, undefined, files)).toEqual(['drop.sql']);
  await database.query('delete from inaam.migration where name = $1', ['drop.sql']);
});

test('while functions and rights are not applied yet, programs write facts as before', async () => {
  const migrations = await readMigrations();
  // roles.ts has no privileges for the table, so the last step fails.
  const sql = 'create table inaam.visit_count (visits bigint not null)';
  const counting = {
    file: 'functions/counting.sql',
    functions: `create or replace function inaam.count_visit() returns trigger language plpgsql as
      'begin insert into inaam.visit_count values (1); return null; end'`,
    triggers: [
      {
        name: 'visit_is_counted',
        table: 'inaam.visit',
        sql: `create or replace trigger visit_is_counted after insert on inaam.visit
          for each row execute function inaam.count_visit();`,
      },
    ],
  };
  const files = {
    migrations: [...migrations, { name: 'counting.sql', hash: 'x', sql }],
    definitions: [...(await readDefinitions()), counting],
  };
  const copy = await testDatabase();
  const migrating = openTestDatabase(copy.url, 2);
  const serving = openTestDatabase(copy.url, 1, 'inaam_serve');
  onTestFinished(() => copy.drop());
  onTestFinished(() => migrating.end());
  onTestFinished(() => serving.end());
  await expect(migrate(migrating, undefined, files)).rejects.toThrow(
    'Nobody may use inaam.visit_count yet',
  );
  await serving.query(
    `insert into inaam.visit (campaign, user_key, at, query) values ('one', 'one', now(), '{}')`,
  );
});

// A migration waits for a lock while shoppers come: everybody who needs the table queues behind it.
describe('what takes locks while shoppers play', () => {
  let server: TestServer;
  let owner: Database;
  beforeEach(async () => {
    server = await testServer();
    owner = openTestDatabase(server.databaseUrl, 4);
  });
  afterEach(() => server.close());
  afterEach(() => owner.end());

  /** All migrations, and one more that locks the table of a call exclusively. */
  async function withOneMore() {
    const migrations = await readMigrations();
    const sql = 'alter table inaam.consent add column later integer';
    return { migrations: [...migrations, { name: 'later.sql', hash: 'x', sql }] };
  }

  /** For example a dump, which only reads, but for a long time. */
  async function whileRead<Result>(work: (reader: Connection) => Promise<Result>): Promise<Result> {
    const reader = await owner.connect();
    await reader.query('begin; lock table inaam.consent in access share mode');
    try {
      return await work(reader);
    } finally {
      await reader.query('rollback');
      reader.release();
    }
  }

  test('a migration that finds no free moment gives up, says what to do, and changes nothing', async () => {
    let waits = 0;
    await whileRead(async () => {
      const patience = { attempts: 2, pauseMs: 1, onWait: () => (waits += 1) };
      await expect(migrate(owner, patience, await withOneMore())).rejects.toThrow(
        /Migration later.sql cannot be applied.*End long transactions/,
      );
    });
    expect(waits).toBe(1);
    const { rows } = await owner.query(`select from inaam.migration where name = 'later.sql'`);
    expect(rows).toEqual([]);
  });

  test('calls go on while a migration waits for its lock, and it is applied when the lock is free', async () => {
    const shopper = new Shopper(server);
    await shopper.start();
    let waits = 0;
    let migrating: Promise<string[]> | undefined;
    await whileRead(async () => {
      let hasFailed = false;
      const isWaiting = () => waits < 3 && !hasFailed;
      const patience = { attempts: 1000, pauseMs: 1, onWait: () => (waits += 1) };
      migrating = migrate(owner, patience, await withOneMore());
      migrating.catch(() => (hasFailed = true));
      // Calls arrive throughout the migration's wait.
      do {
        expect(await shopper.call('recordConsent', { agree: 'YES' })).toMatchObject({
          status: 200,
        });
      } while (isWaiting());
    });
    expect(await migrating).toEqual(['later.sql']);
    // The old program on the new schema.
    expect(await shopper.call('recordConsent', { agree: 'YES' })).toMatchObject({ status: 200 });
  });

  test('when the connection is lost, the error is the one of the work', async () => {
    const lost = {
      query: (text: string) =>
        text === 'set lock_timeout = 0'
          ? Promise.reject(new Error('no connection'))
          : Promise.resolve(),
    };
    const work = () => Promise.reject(new Error('disk full'));
    await expect(lockBriefly(lost, 'It', work, lockPatience)).rejects.toThrow('disk full');
  });
});

// The settings of a connection, whatever server, database, user and poolers have set.
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { startDroppingPooler, startTransactionPooler } from '@inaam/testing/product/poolers.ts';
import { withDatabase, testDatabase } from '@inaam/testing/setup/cluster/test-database.ts';
import { isDatabaseUnavailable, isConnectionLost } from './connection-problems.ts';
import { assertSuitable, openDatabase } from './database.ts';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/** Defaults that would break something, and what a connection has instead. */
const defaults = [
  ['search_path', 'odd', 'pg_catalog, pg_temp'],
  ['datestyle', 'SQL, DMY', 'ISO, YMD'],
  ['intervalstyle', 'sql_standard', 'postgres'],
  ['timezone', 'Australia/Lord_Howe', 'UTC'],
  ['bytea_output', 'escape', 'hex'],
  ['extra_float_digits', '-4', '1'],
  ['standard_conforming_strings', 'off', 'on'],
  ['array_nulls', 'off', 'on'],
  ['transform_null_equals', 'on', 'off'],
  ['row_security', 'off', 'on'],
  ['exit_on_error', 'on', 'off'],
  ['client_encoding', 'LATIN1', 'UTF8'],
  ['client_min_messages', 'error', 'notice'],
  ['default_transaction_isolation', 'serializable', 'read committed'],
  ['default_transaction_read_only', 'on', 'off'],
  ['default_transaction_deferrable', 'on', 'off'],
  ['idle_session_timeout', '900', '0'],
  ['transaction_timeout', '900', '0'],
  ['statement_timeout', '900', '1min'],
  ['lock_timeout', '900', '1min'],
  ['idle_in_transaction_session_timeout', '900', '1min'],
  ['jit', 'on', 'off'],
] as const;
/** In addition to the settings that keyLookups disables. */
const planning = [
  ['enable_indexscan', 'off', 'on'],
  ['enable_indexonlyscan', 'off', 'on'],
  ['enable_nestloop', 'off', 'on'],
  ['enable_sort', 'off', 'on'],
  ['plan_cache_mode', 'force_custom_plan', 'force_generic_plan'],
] as const;

/** Sets the odd defaults that this version of PostgreSQL has, for all new connections. */
async function setDefaults(url: string, odd: readonly (readonly [string, string, string])[]) {
  await withDatabase(url, async (owner) => {
    await owner.query(`
      create schema odd;
      create function odd.date_trunc(text, timestamptz, text) returns timestamptz
        language sql as 'select null::timestamptz'`);
    const { rows } = await owner.query<{ name: string }>(
      'select lower(name) as name from pg_settings',
    );
    const known = new Set(rows.map(({ name }) => name));
    const database = new URL(url).pathname.slice(1);
    for (const [name, value] of odd) {
      const text = name === 'search_path' ? `${value}, pg_catalog` : `'${value}'`;
      if (known.has(name)) await owner.query(`alter database ${database} set ${name} = ${text}`);
    }
  });
}

async function settingsOf(url: string, role?: 'inaam_serve') {
  const pool = openDatabase(url, 1, role ? 'keyLookups' : 'general', role);
  try {
    const { rows } = await pool.query<{ name: string; value: string }>(
      `select lower(name) as name, current_setting(name) as value from pg_settings`,
    );
    return new Map(rows.map(({ name, value }) => [name, value]));
  } finally {
    await pool.end();
  }
}

test('whatever the defaults of the database are, a connection has what the code relies on', async () => {
  const clone = await testDatabase();
  onTestFinished(() => clone.drop());
  await setDefaults(clone.url, [...defaults, ...planning]);
  const found = {
    general: await settingsOf(clone.url),
    site: await settingsOf(clone.url, 'inaam_serve'),
  };
  for (const [name, , value] of defaults) {
    if (!found.site.has(name)) continue;
    expect({ name, value: found.general.get(name) }).toEqual({ name, value });
    expect({ name, value: found.site.get(name) }).toEqual({ name, value });
  }
  for (const [name, , value] of planning) {
    expect({ name, value: found.site.get(name) }).toEqual({ name, value });
  }
});

const clone = await testDatabase();
afterAll(() => clone.drop());

/** @returns the role and statement timeout of a new connection, or its error */
async function firstWords(url: string, role?: 'inaam_serve' | 'inaam_deliver') {
  const pool = openDatabase(url, 1, 'general', role);
  try {
    const { rows } = await pool.query<{ role: string; limit: string }>(
      `select current_user as role, current_setting('statement_timeout') as limit`,
    );
    return rows[0];
  } catch (error) {
    expect(isDatabaseUnavailable(error)).toBe(true);
    return error instanceof Error ? error.message : '';
  } finally {
    await pool.end();
  }
}

test('behind a pooler that drops the role, a connection is refused, which says how to set it', async () => {
  const pooler = await startDroppingPooler(clone.url);
  onTestFinished(pooler.close);
  expect(await firstWords(pooler.url, 'inaam_serve')).toMatch(
    /^The connection acts as inaam and not as inaam_serve: a pooler .* `options` .*alter role inaam set role = inaam_serve/,
  );
  await expect(
    assertSuitable(openDatabase(pooler.url, 2, 'general', 'inaam_draw')),
  ).rejects.toThrow(/^The connection acts as inaam and not as inaam_draw/);
});

test('behind a pooler that drops limits, a connection still has them', async () => {
  const pooler = await startDroppingPooler(clone.url, ['options', 'statement_timeout']);
  onTestFinished(pooler.close);
  expect(await firstWords(pooler.url)).toEqual({ role: 'inaam', limit: '1min' });
});

test('a user that begins in its role needs nothing of the pooler', async () => {
  await withDatabase(clone.url, (owner) =>
    owner.query(
      `create role pooled_site login superuser; alter role pooled_site set role = inaam_serve`,
    ),
  );
  const url = new URL(clone.url);
  url.username = 'pooled_site';
  const pooler = await startDroppingPooler(url.href);
  onTestFinished(async () => {
    pooler.close();
    await withDatabase(clone.url, (owner) => owner.query('drop role pooled_site'));
  });
  expect(await firstWords(pooler.url, 'inaam_serve')).toMatchObject({ role: 'inaam_serve' });
});

test('a pooler that shares sessions is noticed as soon as two connections are open', async () => {
  const pooler = await startTransactionPooler(clone.url);
  onTestFinished(pooler.close);
  const pool = openDatabase(pooler.url, 2);
  const held = await pool.connect();
  await expect(pool.query('select')).rejects.toThrow(
    /^Two open connections have the same session of PostgreSQL.*pool_mode to session/,
  );
  held.release();
  // The open connection is still used.
  await expect(assertSuitable(pool, false)).rejects.toThrow(/same session/);
  await pool.end();
});

test('options in the address are taken, and do not replace the role', async () => {
  const url = new URL(clone.url);
  url.searchParams.set('options', '-c work_mem=7MB -c role=inaam_deliver -c datestyle=SQL');
  const pool = openDatabase(url.href, 1, 'general', 'inaam_serve');
  const { rows } = await pool.query(
    `select current_user as role, current_setting('work_mem') as memory, current_setting('datestyle') as dates`,
  );
  expect(rows).toEqual([{ role: 'inaam_serve', memory: '7MB', dates: 'ISO, YMD' }]);
  await pool.end();
});

test('a user without triggers is refused', async () => {
  await withDatabase(clone.url, (owner) =>
    owner.query(
      `create role untriggered login superuser; alter role untriggered set session_replication_role = replica`,
    ),
  );
  const url = new URL(clone.url);
  url.username = 'untriggered';
  expect(await firstWords(url.href)).toMatch(
    /^session_replication_role is replica.*alter role untriggered reset session_replication_role/,
  );
  await withDatabase(clone.url, (owner) => owner.query('drop role untriggered'));
});

const status = (value: string) => {
  const text = `in_hot_standby\0${value}\0`;
  const length = Buffer.alloc(4);
  length.writeUInt32BE(4 + text.length);
  return Buffer.concat([Buffer.from('S'), length, Buffer.from(text)]);
};

/** A database that reports whether it is a standby. */
async function serverThatIs(standby: 'on' | 'off') {
  const { searchParams, port } = new URL(clone.url);
  const socketFile = `${searchParams.get('host') ?? ''}/.s.PGSQL.${port}`;
  const server = createServer((program) => {
    const database = connect(socketFile);
    program.on('error', () => database.destroy()).pipe(database);
    database.on('error', () => program.destroy());
    database.on('data', (bytes) => {
      const at = bytes.indexOf(status('off'));
      const [before, after] = [bytes.subarray(0, at), bytes.subarray(at + status('off').length)];
      program.write(at === -1 ? bytes : Buffer.concat([before, status(standby), after]));
    });
    database.on('close', () => program.destroy());
    program.on('close', () => database.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const url = new URL(clone.url);
  url.hostname = '127.0.0.1';
  url.port = String(typeof address === 'object' ? address?.port : '');
  url.searchParams.delete('host');
  return { url: url.href, close: () => server.close() };
}

test('a program reads nothing from a standby, which may show what is lost', async () => {
  const standby = await serverThatIs('on');
  const pool = openDatabase(standby.url, 2, 'keyLookups', 'inaam_serve');
  const error = await pool.query('select').catch((reason: unknown) => reason);
  expect(error).toMatchObject({ name: 'OnStandby', code: '25006' });
  expect(isConnectionLost(error)).toBe(true);
  await pool.end();
  standby.close();
});

test('a program reads from a server that says that it is none', async () => {
  const primary = await serverThatIs('off');
  const pool = openDatabase(primary.url, 2, 'keyLookups', 'inaam_serve');
  expect((await pool.query('select')).rowCount).toBe(1);
  await pool.end();
  primary.close();
});

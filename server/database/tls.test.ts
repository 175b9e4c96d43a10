// Real connections to a real PostgreSQL that has a certificate for `localhost`.
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  fileOf,
  startTlsPostgres,
  type TlsPostgres,
} from '@inaam/testing/server/tls/tls-postgres.ts';
import { waitUntil } from '@inaam/testing/server/wait-until.ts';
import { openDatabase } from './database.ts';

let postgres: TlsPostgres;
beforeAll(async () => {
  postgres = await startTlsPostgres();
  // PostgreSQL reloads its settings some time after the command.
  const authority = fileOf('authority');
  await waitUntil(async () => (await connect({ host: 'localhost', authority })) === 'TLSv1.3');
});
afterAll(() => postgres.discard());

type Connection = { host: string; authority?: string; mode?: string };

/** @returns the TLS version, `no TLS`, or why there is no connection */
async function connect({ host, authority, mode = 'verify-full' }: Connection): Promise<string> {
  const url = new URL(`postgres://inaam@${host}:${postgres.port}/inaam?sslmode=${mode}`);
  if (authority !== undefined) url.searchParams.set('sslrootcert', authority);
  const database = openDatabase(url.href, 1);
  try {
    const { rows } = await database.query<{ version: string | null }>(
      'select version from pg_stat_ssl where pid = pg_backend_pid()',
    );
    return rows[0]?.version ?? 'no TLS';
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    return typeof code === 'string' ? code : String(error);
  } finally {
    await database.end();
  }
}

test('with verify-full the database is reached by TLS', async () => {
  const authority = fileOf('authority');
  expect(await connect({ host: 'localhost', authority })).toBe('TLSv1.3');
});

test('with verify-full a certificate for another host is refused', async () => {
  const authority = fileOf('authority');
  expect(await connect({ host: '127.0.0.1', authority })).toBe('ERR_TLS_CERT_ALTNAME_INVALID');
});

test('with verify-full an authority that is not trusted is refused', async () => {
  expect(await connect({ host: 'localhost' })).toBe('UNABLE_TO_VERIFY_LEAF_SIGNATURE');
  const authority = fileOf('other-authority');
  expect(await connect({ host: 'localhost', authority })).toBe('UNABLE_TO_VERIFY_LEAF_SIGNATURE');
});

test('a connection without TLS is refused by a PostgreSQL that demands it', async () => {
  expect(await connect({ host: 'localhost', mode: 'disable' })).toBe('28000');
});

test('with verify-full a PostgreSQL without TLS is refused', async () => {
  await postgres.admin.query('alter system set ssl = off');
  await postgres.admin.query('select pg_reload_conf()');
  const authority = fileOf('authority');
  try {
    await waitUntil(async () => {
      const found = await connect({ host: 'localhost', authority });
      expect(found).toMatch(/^TLSv1.3$|does not support SSL connections/);
      return found !== 'TLSv1.3';
    });
  } finally {
    await postgres.admin.query('alter system set ssl = on');
    await postgres.admin.query('select pg_reload_conf()');
    await waitUntil(async () => (await connect({ host: 'localhost', authority })) === 'TLSv1.3');
  }
});

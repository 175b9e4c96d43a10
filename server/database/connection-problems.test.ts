// Each connection failure is reported with its remedy. The failures come from a real PostgreSQL
// where possible.
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import {
  fileOf,
  startTlsPostgres,
  type TlsPostgres,
} from '@inaam/testing/server/tls/tls-postgres.ts';
import { ephemeralPort } from '@inaam/testing/server/programs/program-process.ts';
import { waitUntil } from '@inaam/testing/server/wait-until.ts';
import { connectionProblem, isConnectionLost } from './connection-problems.ts';
import { assertSuitable, openDatabase } from './database.ts';
import { startFaultProxy } from '@inaam/testing/product/fault-proxy.ts';
import {
  productionLimits,
  testDatabase,
  type TestDatabase,
} from '@inaam/testing/setup/cluster/test-database.ts';

let postgres: TlsPostgres;
beforeAll(async () => {
  postgres = await startTlsPostgres();
  const statements = [
    `create role site login password 'right'`,
    'create role full login connection limit 0',
    `alter role full password 'right'`,
    'create database closed',
    'revoke connect on database closed from public',
    'create database off allow_connections false',
    'alter system set password_encryption = "scram-sha-256"',
    `copy (values ('local all all trust'), ('hostssl all all all scram-sha-256'))
     to program 'cat > pg_hba.conf'`,
    'select pg_reload_conf()',
  ];
  for (const statement of statements) await postgres.admin.query(statement);
  await waitUntil(async () => (await sayOf({ password: 'wrong' })).includes('28P01'));
});
afterAll(() => postgres.discard());

type Address = {
  user?: string;
  password?: string;
  host?: string;
  port?: number;
  database?: string;
  query?: Record<string, string>;
};

const tls = { sslmode: 'verify-full', sslrootcert: fileOf('authority') };

async function sayOf(address: Address, role?: 'inaam_serve'): Promise<string> {
  const { user = 'site', password = 'right', host = 'localhost', database = 'inaam' } = address;
  const { port = postgres.port, query = tls } = address;
  const url = `postgres://${user}:${password}@${host}:${port}/${database}?${new URLSearchParams(query).toString()}`;
  const pool = openDatabase(url, 2, 'general', role);
  try {
    await assertSuitable(pool, false);
    return 'It is suitable.';
  } catch (error) {
    return error instanceof Error ? error.message : '';
  } finally {
    await pool.end();
  }
}

test('a database that answers is suitable', async () => {
  expect(await sayOf({})).toBe('It is suitable.');
});

test.each<[string, Address, RegExp]>([
  ['a wrong password', { password: 'secret' }, /28P01.*user or the password .* %40/],
  ['a user that does not exist', { user: 'nobody' }, /28P01.*user or the password/],
  ['no password', { password: '' }, /requires a password, and DATABASE_URL has none/],
  ['a missing database', { database: 'missing' }, /3D000.*no database of the name/],
  ['no right to connect', { database: 'closed' }, /42501.*grant connect on database/],
  ['a database that is switched off', { database: 'off' }, /55000.*allow_connections true/],
  ['too many connections', { user: 'full' }, /53300.*no connection left/],
  [
    'no TLS, which is demanded',
    { query: { sslmode: 'disable' } },
    /28000.*pg_hba\.conf.*verify-full/,
  ],
  ['an unknown authority', { query: { sslmode: 'verify-full' } }, /certificate .*&sslrootcert=/],
  [
    'another authority',
    { query: { ...tls, sslrootcert: fileOf('other-authority') } },
    /certificate .*&sslrootcert=/,
  ],
  [
    'a file of an authority that is not there',
    { query: { ...tls, sslrootcert: '/nowhere.pem' } },
    /file of a certificate .* cannot be read \(ENOENT\)/,
  ],
  ['a certificate of another host', { host: '127.0.0.1' }, /ALTNAME.*the host as the certificate/],
  [
    'a port where nothing listens',
    { port: 1 },
    /ECONNREFUSED\)\. Check DATABASE_URL: nothing listens/,
  ],
  ['an unknown host', { host: 'no-such-host.invalid' }, /(ENOTFOUND|EAI_AGAIN).*its host/],
  ['a folder without a socket', { query: { host: '/nowhere' } }, /ENOENT.*no socket of PostgreSQL/],
])('%s is named, with what to do', async (_, address, sentence) => {
  const said = await sayOf(address);
  expect(said).toMatch(sentence);
  expect(said).not.toMatch(/secret|right@/);
});

test('a role that the user may not act in is named', async () => {
  await postgres.admin.query('create role inaam_serve');
  onTestFinished(async () => void (await postgres.admin.query('drop role inaam_serve')));
  expect(await sayOf({}, 'inaam_serve')).toMatch(
    /^The user of DATABASE_URL cannot act as inaam_serve\. Run `npx inaam migrate`, then: grant/,
  );
});

test('a right that a statement lacks is named, and other errors of statements are not', async () => {
  const query = new URLSearchParams(tls).toString();
  const pool = openDatabase(`postgres://site:right@localhost:${postgres.port}/inaam?${query}`, 1);
  const errorOf = (text: string) => pool.query(text).catch((error: unknown) => error);
  expect(connectionProblem(await errorOf('create schema own'))).toMatch(
    /A right is missing.*42501/,
  );
  expect(connectionProblem(await errorOf('select 1 / 0'))).toBeUndefined();
  await pool.end();
});

/** @returns the port of a server that answers each new connection like this */
async function serverThat(answers: (program: Socket) => void): Promise<number> {
  const server = createServer((program) => {
    program.on('error', () => undefined).once('data', () => answers(program));
  });
  const port = await ephemeralPort('127.0.0.1');
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return port;
}

function refusal(code: string, message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(4 + fields.length);
  return Buffer.concat([Buffer.from('E'), length, fields]);
}

test.each([
  ['57P03', 'the database system is starting up', /57P03.*starting, stopping or recovering/],
  ['57P01', 'terminating connection', /57P01.*is being stopped/],
  ['08P01', 'unsupported startup parameter: options', /A pooler refuses a start-up parameter/],
  ['08P01', 'server login failed', /08P01.*pooler.*read its log/],
  ['25006', 'read-only', /is a standby/],
])('the answer %s (%s) is named', async (code, message, sentence) => {
  const port = await serverThat((program) => program.end(refusal(code, message)));
  expect(await sayOf({ host: '127.0.0.1', port, query: { sslmode: 'disable' } })).toMatch(sentence);
});

test.each<[string, (program: Socket) => void, RegExp]>([
  [
    'closes the connection',
    (program) => program.end(),
    /the server at its host and port closes the connection/,
  ],
  ['resets it', (program) => program.resetAndDestroy(), /ECONNRESET.* closes the connection/],
  ['never answers', () => undefined, /nothing answers at its host and port/],
])('a server that %s is named', async (_, answers, sentence) => {
  const port = await serverThat(answers);
  expect(await sayOf({ host: '127.0.0.1', port, query: { sslmode: 'disable' } })).toMatch(sentence);
});

test('a server without TLS is named where TLS is demanded', async () => {
  const port = await serverThat((program) => program.write('N'));
  expect(await sayOf({ host: '127.0.0.1', port })).toMatch(/has no TLS, which its sslmode demands/);
});

let clone: TestDatabase;
beforeAll(async () => {
  clone = await testDatabase();
});
afterAll(() => clone.drop());

test('after a failover one statement at most times out, however many connections are idle', async () => {
  const proxy = await startFaultProxy(clone.url);
  const pool = openDatabase(productionLimits(proxy.url), 5, 'keyLookups', 'inaam_serve');
  onTestFinished(() => pool.end());
  onTestFinished(() => proxy.close());
  const connections = await Promise.all([1, 2, 3, 4, 5].map(() => pool.connect()));
  for (const connection of connections) connection.release();
  proxy.blackHole();
  proxy.heal();
  const error = await pool.query('select').catch((reason: unknown) => reason);
  expect(isConnectionLost(error)).toBe(true);
  expect((await pool.query('select')).rowCount).toBe(1);
});

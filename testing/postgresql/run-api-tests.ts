// `npm run test:postgresql-15 -- [files]`: the API tests on Debian's PostgreSQL instead of ours.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';

const [version = '15', ...files] = process.argv.slice(2);
const programs = `/usr/lib/postgresql/${version}/bin`;
/** Not under /tmp: a service manager may give the server's user a /tmp of its own. */
const temporary = '/var/tmp/inaam-postgresql-';
const root = path.resolve(import.meta.dirname, '../..');

/** PostgreSQL refuses to run as root. */
const isRoot = process.getuid?.() === 0;
const asServer = isRoot
  ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups']
  : [];

function command(program: string, words: readonly string[]) {
  const [first = '', ...rest] = [...asServer, `${programs}/${program}`, ...words];
  return { first, rest };
}

function run(program: string, words: readonly string[]): void {
  const { first, rest } = command(program, words);
  execFileSync(first, rest, { cwd: '/', stdio: ['ignore', 'ignore', 'inherit'] });
}

const idOfServer = (flag: '-u' | '-g') =>
  Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));

function makeFolder(folder: string): string {
  mkdirSync(folder, { recursive: true });
  if (isRoot) chownSync(folder, idOfServer('-u'), idOfServer('-g'));
  return folder;
}

const common = { listen_addresses: '', max_connections: '200', timezone: 'UTC' };
const identity = ['--username=inaam', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8'];

/** @returns its address */
function start(folder: string, settings: Readonly<Record<string, string>>): string {
  const data = path.join(makeFolder(folder), 'data');
  run('initdb', ['-D', data, ...identity, '--data-checksums', '--no-sync']);
  const all = { ...common, unix_socket_directories: folder, ...settings };
  const options = Object.entries(all).map(([name, value]) => `-c ${name}='${value}'`);
  const log = path.join(folder, 'log');
  run('pg_ctl', ['-D', data, '-w', '-l', log, '-o', options.join(' '), 'start']);
  return `postgres://inaam@localhost:5432/postgres?host=${encodeURIComponent(folder)}&sslmode=disable`;
}

function stop(folder: string): void {
  const data = path.join(folder, 'data');
  const { first, rest } = command('pg_ctl', ['-D', data, '-m', 'immediate', 'stop']);
  spawnSync(first, rest, { cwd: '/', stdio: 'ignore' });
}

if (!existsSync(`${programs}/initdb`)) {
  process.stderr.write(
    `PostgreSQL ${version} is not here. On Debian: apt-get install postgresql-${version}\n`,
  );
  process.exit(2);
}
const folder = makeFolder(mkdtempSync(temporary));
const [quick, durable] = [path.join(folder, 'quick'), path.join(folder, 'durable')];
try {
  const unsafe = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
  const variables = {
    TEST_POSTGRESQL_URL: start(quick, unsafe),
    TEST_DURABLE_POSTGRESQL_URL: start(durable, {}),
  };
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'api', ...files];
  const tests = spawn(process.execPath, vitest, {
    cwd: root,
    env: { ...process.env, ...variables },
    stdio: 'inherit',
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => tests.kill(signal));
  const [code] = await once(tests, 'exit');
  process.exitCode = typeof code === 'number' ? code : 1;
} finally {
  stop(quick);
  stop(durable);
  rmSync(folder, { recursive: true, force: true });
}

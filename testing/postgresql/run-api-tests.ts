// `npm run drill -- postgresql-15 [files]`: the API tests on Debian's PostgreSQL.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { asPostgres, folderForPostgres, installPostgres } from '../product/machine.ts';

const files = process.argv.slice(2);
const programs = '/usr/lib/postgresql/15/bin';
const root = path.resolve(import.meta.dirname, '../..');

function command(program: string, words: readonly string[]) {
  const [first = '', ...rest] = [...asPostgres, `${programs}/${program}`, ...words];
  return { first, rest };
}

function run(program: string, words: readonly string[]): void {
  const { first, rest } = command(program, words);
  execFileSync(first, rest, { cwd: '/', stdio: ['ignore', 'ignore', 'inherit'] });
}

const common = { listen_addresses: '', max_connections: '200', timezone: 'UTC' };
const identity = ['--username=inaam', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8'];

/** @returns its address */
function start(folder: string, settings: Readonly<Record<string, string>>): string {
  const data = path.join(folder, 'data');
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

installPostgres();
const [quick, durable] = [folderForPostgres(), folderForPostgres()];
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
  for (const folder of [quick, durable]) rmSync(folder, { recursive: true, force: true });
}

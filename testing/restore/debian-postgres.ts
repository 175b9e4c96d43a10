// PostgreSQL 15 from Debian's packages, whose owner of the database is no superuser.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { freePort } from '@inaam/runtime/port.ts';
import { asPostgres, folderForPostgres, processTree, signalAll } from '../product/machine.ts';

const programs = '/usr/lib/postgresql/15/bin';

/** @public For plugins. */
export const hasDebianPostgres = existsSync(`${programs}/postgres`);

export type DebianPostgres = {
  /** PostgreSQL's user may write to it. */
  folder: string;
  /** @param user `postgres` is the superuser */
  urlOf: (database: string, user?: 'inaam' | 'postgres') => string;
  /** As the superuser, outside a transaction. @throws Error if a statement fails */
  run: (...statements: readonly string[]) => void;
  /** The machine and its disk are lost; then an empty one takes its place. */
  loseEverything: () => Promise<void>;
  stop: () => Promise<void>;
};

/** With an empty database `inaam`. */
export async function startDebianPostgres(): Promise<DebianPostgres> {
  const folder = folderForPostgres();
  const { port } = await freePort(32_000, '127.0.0.1');
  const data = path.join(folder, 'data');
  const log = `${data}.log`;
  const run = (program: string, ...words: readonly string[]) => {
    const [first, ...rest] = [...asPostgres, `${programs}/${program}`, ...words];
    const { status, stderr } = spawnSync(first ?? '', rest, {
      cwd: '/',
      // The server inherits what is not a file, and would keep it open.
      stdio: ['ignore', 'ignore', program === 'pg_ctl' ? 'ignore' : 'pipe'],
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`${program} failed: ${stderr ?? readFileSync(log, 'utf8')}`);
  };
  const statements = (...all: readonly string[]) => {
    const words = ['--no-psqlrc', '--set=ON_ERROR_STOP=1', '-h', folder, '-p', String(port)];
    run('psql', ...words, ...all.flatMap((one) => ['-c', one]));
  };
  const create = () => {
    const identity = ['--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8'];
    run('initdb', '-D', data, ...identity, '--data-checksums', '--no-sync');
    const options = `-k ${folder} -p ${port} -c listen_addresses= -c timezone=UTC`;
    run('pg_ctl', 'start', '-w', '-D', data, '-l', log, '-o', options);
    statements('create role inaam login createrole', 'create database inaam owner inaam');
  };
  const destroy = async () => {
    const [pid] = readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n');
    signalAll(processTree(Number(pid)), 'SIGKILL');
    await rm(data, { recursive: true, force: true, maxRetries: 5 });
    // A killed server that nobody has reaped yet still seems to hold its socket.
    await rm(path.join(folder, `.s.PGSQL.${port}.lock`), { force: true });
  };
  create();
  return {
    folder,
    urlOf: (database, user = 'inaam') =>
      `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(folder)}`,
    run: statements,
    loseEverything: async () => {
      await destroy();
      create();
    },
    stop: async () => {
      await destroy().catch(() => undefined);
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

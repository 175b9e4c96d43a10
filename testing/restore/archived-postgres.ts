// PostgreSQL 15 from Debian's packages, backed up and restored by our own commands.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { freePort } from '@inaam/runtime/port.ts';
import { folderForPostgres, asPostgres, processTree, signalAll } from '../product/machine.ts';
import type { Environment } from '../server/programs/program-process.ts';

const programs = '/usr/lib/postgresql/15/bin';
const root = path.resolve(import.meta.dirname, '../..');

export type ArchivedPostgres = Awaited<ReturnType<typeof startArchivedPostgres>>;

/** @param logs a folder */
export async function startArchivedPostgres(logs: string) {
  const folder = folderForPostgres();
  const { port } = await freePort(32_000, '127.0.0.1');
  const data = path.join(folder, 'data');
  const backups = path.join(folder, 'backups');
  const log = openSync(path.join(logs, 'postgresql.log'), 'a');
  const urlOf = (name: string) =>
    `postgres://inaam@localhost:${port}/${name}?host=${encodeURIComponent(folder)}`;
  const url = urlOf('inaam');
  const psql = { PGHOST: folder, PGPORT: String(port), PGUSER: 'inaam', PGDATABASE: 'postgres' };
  const shell = openShell(folder, log, { PGDATA: data, ...psql });
  let stream: ChildProcess | undefined;
  const endStream = async () => {
    if (stream?.pid === undefined || stream.exitCode !== null || stream.signalCode !== null) return;
    const ended = once(stream, 'exit');
    signalAll(processTree(stream.pid), 'SIGKILL');
    await ended;
  };
  /** The machine and its disk are lost. */
  const destroy = async () => {
    killServer(data);
    await endStream();
    await rm(data, { recursive: true, force: true, maxRetries: 5 });
  };
  const backup = (...words: string[]) =>
    inaam(['backup', '--to', backups, ...words], settingsOf(url));
  createServer(shell, folder, port);
  return {
    url,
    backup,
    /** A service that runs until it is stopped. */
    startStream: () => (stream = startInaam(['backup', '--to', backups, '--follow'], url, log)),
    endStream,
    /** No commit is answered before the copy of the log has it. */
    waitForStream: () => {
      shell.run(`psql -c "alter system set synchronous_standby_names = 'inaam_backup'"`);
      shell.run(`psql -c "select pg_reload_conf()"`);
    },
    destroy,
    /** Puts the restored database in the place of the one that is lost, or given up. */
    restore: async (...words: string[]) => {
      const restored = path.join(folder, `restored-${Date.now()}`);
      inaam(['restore', '--from', backups, '--to', restored, ...words]);
      shell.run('if [ -d "$PGDATA" ]; then pg_ctl stop -w -m immediate; fi');
      await rename(data, `${restored}-before`).catch(() => undefined);
      await rename(restored, data);
      shell.run('pg_ctl start -w -l "$PGDATA-restored.log"');
    },
    /** Into another database of the same PostgreSQL, as a trial. */
    tryDump: () => {
      backup('--as', 'dump');
      shell.run('createdb restored');
      inaam(['restore', '--from', backups, '--to', urlOf('restored'), '--trial']);
    },
    stop: async () => {
      await destroy().catch(() => undefined);
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

const outside = { PATH: process.env['PATH'], HOME: process.env['HOME'] };
const settingsOf = (url: string) => ({ DATABASE_URL: url, CAMPAIGN: 'biscuit-2025' });
const command = path.join(root, 'runtime/inaam.mjs');

/**
 * Runs a command of the operator to its end.
 * @throws Error if it fails
 */
export function inaam(words: readonly string[], variables: Environment = {}): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...words], {
    cwd: root,
    env: { ...outside, ...variables },
    encoding: 'utf8',
  });
  process.stdout.write(stdout);
  if (status !== 0) throw new Error(`inaam ${words.join(' ')} failed: ${stderr}${stdout}`);
  return stdout;
}

function startInaam(words: readonly string[], url: string, log: number): ChildProcess {
  return spawn(process.execPath, [command, ...words], {
    cwd: root,
    env: { ...outside, ...settingsOf(url) },
    stdio: ['ignore', log, log],
  });
}

function createServer(shell: Shell, folder: string, port: number): void {
  const identity = '--username=inaam --auth=trust --encoding=UTF8 --locale=C.UTF-8';
  const settings = [
    `listen_addresses = ''`,
    `unix_socket_directories = '${folder}'`,
    `port = ${port}`,
    'timezone = UTC',
  ];
  shell.run(`initdb -D "$PGDATA" ${identity} --data-checksums --no-sync`);
  shell.run(`echo "${settings.join('\n')}" >> "$PGDATA/postgresql.conf"`);
  shell.run('pg_ctl start -w -l "$PGDATA-first.log"');
  shell.run('createdb inaam');
}

function killServer(data: string): void {
  const [pid] = readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n');
  const all = processTree(Number(pid));
  signalAll(all, 'SIGSTOP');
  signalAll(all, 'SIGKILL');
}

type Shell = {
  /** @throws Error if a command fails */
  run(text: string): void;
};

/** Runs commands as PostgreSQL's user. @param log an open file */
function openShell(folder: string, log: number, variables: Environment): Shell {
  const env = { ...variables, PATH: `${programs}:${outside.PATH ?? ''}` };
  return {
    run(text) {
      const [first, ...words] = [...asPostgres, 'bash', '-euo', 'pipefail', '-c', text];
      const options = { cwd: folder, env, stdio: ['ignore' as const, log, log] };
      const { status } = spawnSync(first, words, options);
      if (status !== 0) throw new Error(`These commands failed:\n${text}`);
    },
  };
}

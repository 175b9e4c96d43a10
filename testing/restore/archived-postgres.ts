// PostgreSQL 15 from Debian's packages with a continuous archive, set up, backed up and restored by
// the runbook's own commands.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { freePort } from '@inaam/runtime/port.ts';
import { folderForPostgres, asPostgres, processTree, signalAll } from '../product/machine.ts';
import type { Environment } from '../server/programs/program-process.ts';

const programs = '/usr/lib/postgresql/15/bin';

export type ArchivedPostgres = Awaited<ReturnType<typeof startArchivedPostgres>>;

/** @param logs a folder */
export async function startArchivedPostgres(logs: string) {
  const commands = runbookCommands();
  const textOf = (name: string) => {
    const text = commands.get(name);
    if (text === undefined) throw new Error(`The runbook has no block "sh ${name}".`);
    return text;
  };
  const folder = folderForPostgres();
  const { port } = await freePort(32_000, '127.0.0.1');
  const data = path.join(folder, 'data');
  const log = openSync(path.join(logs, 'postgresql.log'), 'a');
  const shell = openShell(folder, log, {
    PATH: `${programs}:${process.env['PATH'] ?? ''}`,
    PGDATA: data,
    PGHOST: folder,
    PGPORT: String(port),
    PGUSER: 'inaam',
    PGDATABASE: 'postgres',
    BACKUP: path.join(folder, 'backup'),
    MOMENT: '',
  });
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
  createServer(shell, folder, port);
  return {
    url: `postgres://inaam@localhost:${port}/inaam?host=${encodeURIComponent(folder)}`,
    /** Runs a block of the runbook. */
    run: (name: string, more?: Environment) => shell.run(textOf(name), more),
    /** For the operator, from the root of the repository. */
    commandsOf: textOf,
    /** The block is a service that runs until it is stopped. */
    startStream: () => (stream = shell.start(textOf('stream'))),
    endStream,
    destroy,
    stop: async () => {
      await destroy().catch(() => undefined);
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
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

const runbook = path.resolve(import.meta.dirname, '../../docs/run/when-something-is-wrong.md');

/** Commands of the runbook's blocks, by the name that follows `sh` after the three backticks. */
function runbookCommands(): ReadonlyMap<string, string> {
  const text = readFileSync(runbook, 'utf8');
  const blocks = text.matchAll(/^( *)```sh ([a-z]+)\n([\s\S]*?)^ *```$/gm);
  return new Map(
    Array.from(blocks, ([, indent = '', name = '', block = '']) => {
      const lines = block.split('\n').map((line) => line.slice(indent.length));
      return [name, lines.join('\n')] as const;
    }),
  );
}

const wordsOf = (text: string) => [...asPostgres, 'bash', '-euo', 'pipefail', '-c', text];

type Shell = {
  /** @throws Error if a command fails */
  run(text: string, more?: Environment): void;
  /** A command that keeps running. */
  start(text: string): ChildProcess;
};

/** Runs commands as PostgreSQL's user. @param log an open file */
function openShell(folder: string, log: number, variables: Environment): Shell {
  const optionsOf = (more: Environment) => ({
    cwd: folder,
    env: { ...variables, ...more },
    stdio: ['ignore' as const, log, log],
  });
  return {
    run(text, more = {}) {
      const [first, ...words] = wordsOf(text);
      const { status } = spawnSync(first ?? '', words, optionsOf(more));
      if (status !== 0) throw new Error(`These commands failed:\n${text}`);
    },
    start(text) {
      const [first, ...words] = wordsOf(text);
      return spawn(first ?? '', words, optionsOf({}));
    },
  };
}

// The server has its own session, so that Ctrl-C in a terminal reaches only the app.
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { closeSync, fchownSync, openSync } from 'node:fs';
import { readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Binaries } from './postgres-binaries.ts';
import type { ClusterLocation } from './postgres-location.ts';
import {
  readPostmaster,
  shutdowns,
  signal,
  stopLeftover,
  stopProcess,
} from './postgres-process.ts';
import { asSelf, run, spawnOptions } from './run-as.ts';

type Running = { stop(): Promise<void> };
export type ServerOptions = {
  readonly durable: boolean;
  readonly settings: Readonly<Record<string, string>>;
  readonly variables: Readonly<Record<string, string>>;
  readonly log: (line: string) => void;
  readonly onEnd: (() => void) | undefined;
  /** A recovery takes its time. */
  readonly startSeconds?: number;
  /** Ends the start. */
  readonly signal?: AbortSignal;
};

const defaultSettings = {
  listen_addresses: '',
  port: '5432',
  unix_socket_permissions: '0700',
  shared_buffers: '128MB',
  max_wal_size: '512MB',
  jit: 'off',
  // Parallel queries need a /dev/shm larger than Docker's 64 MB.
  max_parallel_workers_per_gather: '0',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Details and statements would put user input into the log.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
} as const;
const nonDurableSettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum_naptime: '1d',
  // Cloning a test database this way costs a quarter of copying it block by block.
  file_copy_method: 'clone',
} as const;
const logBytes = 8 * 1024 * 1024;

export async function startServer(
  location: ClusterLocation,
  binaries: Binaries,
  options: ServerOptions,
) {
  // A killed app may have started a postmaster that had not yet written postmaster.pid: retry.
  for (let round = 1; ; round += 1) {
    await stopLeftover(location.cluster);
    // The socket's stale lock; only servers of this cluster use this folder.
    await rm(path.join(location.home, '.s.PGSQL.5432.lock'), { force: true });
    const started = await begin(location, binaries, options);
    if ('stop' in started) return started;
    const isTaken = /lock file .* already exists|pre-existing shared memory/.test(
      started.lastWords,
    );
    if (!isTaken || round === 5) throw refused(location, started.lastWords);
    await wait(100 * round);
  }
}

async function begin(location: ClusterLocation, binaries: Binaries, options: ServerOptions) {
  const from = await rotateLog(location.log);
  const child = await spawnPostmaster(location, binaries, options);
  const { pid } = child;
  if (pid === undefined) return { lastWords: `${binaries.postgres} cannot be run` };
  const { startSeconds = 60, signal } = options;
  const deadline = Date.now() + startSeconds * 1000;
  while (!hasEnded(child)) {
    const seen = await readPostmaster(location.cluster);
    if (seen?.pid === pid && seen.ready) return watch(child, pid, location, options);
    if (Date.now() > deadline || signal?.aborted === true) {
      await stopProcess(pid, () => hasEnded(child));
      return { lastWords: `it was not ready after ${startSeconds} seconds` };
    }
    await wait(5);
  }
  return { lastWords: (await readFile(location.log, 'utf8')).slice(from) };
}

async function spawnPostmaster(
  location: ClusterLocation,
  binaries: Binaries,
  options: ServerOptions,
) {
  const settings = {
    ...defaultSettings,
    ...(options.durable ? {} : nonDurableSettings),
    unix_socket_directories: `"${location.home}"`,
    ...options.settings,
  };
  const settingArguments = Object.entries(settings).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  const command = [binaries.postgres, '-D', location.cluster, ...settingArguments];
  const withUs = (await canDieWithUs()) ? ['setpriv', '--pdeathsig', 'INT', '--'] : [];
  const spawned = spawnOptions(location.as, [...withUs, ...command]);
  const log = openSync(location.log, 'a', 0o600);
  try {
    if (location.as.other) fchownSync(log, location.as.uid, location.as.gid);
    const child = spawn(spawned.program, spawned.args, {
      ...spawned.options,
      env: { ...spawned.options.env, ...options.variables },
      detached: true,
      stdio: ['ignore', log, log],
    });
    child.on('error', () => undefined);
    return child;
  } finally {
    closeSync(log);
  }
}

let dieWithUs: Promise<boolean> | undefined;

/** util-linux can signal the server when its parent dies. */
function canDieWithUs(): Promise<boolean> {
  dieWithUs ??= run(asSelf, ['setpriv', '--pdeathsig', 'INT', '--', 'true']).then(
    ({ code }) => code === 0,
    () => false,
  );
  return dieWithUs;
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

function watch(
  child: ChildProcess,
  pid: number,
  location: ClusterLocation,
  { log, onEnd }: Pick<ServerOptions, 'log' | 'onEnd'>,
) {
  const onExit = () => signal(pid, shutdowns.fast);
  let isAsked = false;
  process.on('exit', onExit);
  child.on('exit', () => {
    process.off('exit', onExit);
    if (isAsked) return;
    log(`PostgreSQL stopped unexpectedly. Its last messages are in ${location.log}.`);
    onEnd?.();
  });
  child.unref();
  let stopped: Promise<void> | undefined;
  const stop = () => {
    isAsked = true;
    stopped ??= stopProcess(pid, () => hasEnded(child));
    return stopped;
  };
  return { stop } satisfies Running;
}

/** @returns the offset of this start's lines */
async function rotateLog(log: string): Promise<number> {
  const size = await stat(log).then(
    (seen) => seen.size,
    () => 0,
  );
  if (size < logBytes) return size;
  await rename(log, `${log}.1`);
  return 0;
}

function refused(location: ClusterLocation, lastWords: string): Error {
  const fatal = lastWords.split('\n').filter((line) => /FATAL|PANIC|ERROR/.test(line));
  const reason = (fatal.at(-1) ?? lastWords.trim()).replace(/^.*?(?:FATAL|PANIC|ERROR): +/, '');
  return new Error(
    `Failed to start PostgreSQL: ${reason}. Its log is ${location.log}; or set DATABASE_URL to another PostgreSQL.`,
  );
}

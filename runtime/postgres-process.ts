// Who is the postmaster of a cluster, if anyone: reads postmaster.pid and the table of processes, and tells a server of
// ours from a stranger who got the number of a dead one. It never signals a process that it has not recognised.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { chown, readFile, readlink, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { hasCode } from './private-folder.ts';

/** `ready` is true once it takes connections. */
export type Postmaster = { pid: number; ready: boolean };
/** Asked of PostgreSQL by these signals: `fast` rolls back and writes all down, `immediate` leaves that to the next start. */
export const shutdowns = { fast: 'SIGINT', immediate: 'SIGQUIT' } as const;
const nobodysPid = 2_147_483_646;

/** What postmaster.pid says, true or not; undefined when there is none. */
export async function readPostmaster(cluster: string): Promise<Postmaster | undefined> {
  const text = await readFile(path.join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  const pid = Number.parseInt(lines[0] ?? '', 10);
  return pid > 0 ? { pid, ready: lines[7]?.trim() === 'ready' } : undefined;
}

/** Whether a process is at work. One that has ended and whose parent does not ask after it is not. */
export function isAlive(pid: number): boolean {
  return exists(pid) && !isZombie(pid);
}

/** What PostgreSQL itself asks: to it, a zombie is alive. */
function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return hasCode(error, 'EPERM');
  }
}

/** In a container whose first process is no init, the dead stay in the table for good. */
function isZombie(pid: number): boolean {
  if (process.platform !== 'linux') return false;
  try {
    // The name before the state is in brackets and may hold anything.
    return /\) Z [^)]*$/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return true;
  }
}

/** Whether process `pid` is a postmaster at work on `cluster`. */
async function isPostmasterOf(pid: number, cluster: string): Promise<boolean> {
  const command = await commandOf(pid);
  if (!/(^|\/)postgres(\0| |$)/.test(command)) return false;
  if (command.split('\0').includes(cluster) || command.includes(` -D ${cluster} `)) return true;
  // Begun by hand with a relative path: a postmaster stands in its cluster.
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
 * Leaves `cluster` without a postmaster. One that outlived its app is stopped. A number in postmaster.pid that is now a
 * stranger's would stop PostgreSQL from starting: it is replaced, the rest stays, since PostgreSQL tells by it whether
 * a lost backend still holds the shared memory.
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
  // Root may have written it, and the server must be able to read it.
  await chown(`${file}.new`, uid, gid);
  await rename(`${file}.new`, file);
}

/** Stops the postmaster `pid`, fast if it can, and comes back when it is gone. */
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
  throw new Error(`Failed to stop PostgreSQL: process ${pid} does not end. End it with kill -9.`);
}

/** Sends a signal, to nobody if the process is gone. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (!hasCode(error, 'ESRCH')) throw error;
  }
}

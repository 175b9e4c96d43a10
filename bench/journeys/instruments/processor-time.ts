// How much processor time and memory processes have used, as Linux counts it.
import { readFile, readdir } from 'node:fs/promises';

/** Of `clock ticks` in /proc; 100 a second on every Linux of today. */
const tickMicroseconds = 10_000;

type Stat = { parent: number; own: number; ofEnded: number };

/** Fields of /proc/PID/stat after the name, which may contain spaces. */
async function statOf(pid: number): Promise<Stat | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  if (stat === undefined) return undefined;
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const at = (place: number) => fields[place] ?? 0;
  return { parent: at(1), own: at(11) + at(12), ofEnded: at(13) + at(14) };
}

/** Microseconds of user and system time. */
export async function processorTimeOf(pids: readonly number[]): Promise<number> {
  const stats = await Promise.all(pids.map(statOf));
  return stats.reduce((sum, stat) => sum + (stat?.own ?? 0), 0) * tickMicroseconds;
}

/** The same of a process, its children, and those of them that have ended: a postmaster's. */
export async function processorTimeOfFamily(pid: number): Promise<number> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const stats = await Promise.all(pids.map(statOf));
  const ticks = pids.reduce((sum, one, place) => {
    const stat = stats[place];
    if (!stat) return sum;
    if (one === pid) return sum + stat.own + stat.ofEnded;
    return stat.parent === pid ? sum + stat.own : sum;
  }, 0);
  return ticks * tickMicroseconds;
}

export async function parentOf(pid: number): Promise<number> {
  const stat = await statOf(pid);
  if (!stat) throw new Error(`Failed to find process ${pid}: is it on this machine?`);
  return stat.parent;
}

/** In megabytes, with its share of the pages of other processes; 0 of a process that has ended. */
export async function memoryOf(pid: number): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  return Math.round(Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0) / 1024);
}

import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { ChildProgram } from './journeys/product/child-program.ts';

/** Linux counts processor time in hundredths of a second. */
const ticksPerSecond = 100;

/**
 * Waits for the program's end. Memory is the resident one at its peak.
 * @param mayFail it may end with 1, as `doctor` does with a fault
 */
export async function usageOf(
  { pid, child }: ChildProgram,
  mayFail = false,
): Promise<{ peakMegabytes: number; processorSeconds: number }> {
  let kilobytes = 0;
  let ticks = 0;
  while (child.exitCode === null) {
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
    kilobytes = Math.max(kilobytes, Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0));
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    ticks = Math.max(ticks, Number(fields[11] ?? 0) + Number(fields[12] ?? 0));
    await pause(20);
  }
  if (child.exitCode !== 0 && !(mayFail && child.exitCode === 1))
    throw new Error(`The program failed: exit ${child.exitCode}.`);
  return {
    peakMegabytes: Math.round(kilobytes / 1024),
    processorSeconds: Math.round((ticks / ticksPerSecond) * 10) / 10,
  };
}

import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { ChildProgram } from './journeys/child-program.ts';

/** @returns megabytes of resident memory at the peak, as Linux counts them, once it has ended */
export async function peakOf({ pid, child }: ChildProgram): Promise<number> {
  let kilobytes = 0;
  while (child.exitCode === null) {
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
    kilobytes = Math.max(kilobytes, Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0));
    await pause(20);
  }
  if (child.exitCode !== 0) throw new Error(`The program failed: exit ${child.exitCode}.`);
  return Math.round(kilobytes / 1024);
}

// The clock of the machine that runs the programs.
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { logLines } from '../../server/programs/program-process.ts';
import { clockVariables, setClock } from '../product/fake-clock.ts';
import type { FaultProduct } from '../product/fault-product.ts';
import type { History } from '../visitors/history.ts';
import { recovery } from '../visitors/recovery.ts';

const jumps = ['+40d', '-1h', '+90s', '-10y', '+0'] as const;
const eachMs = 6000;
const dayMs = 86_400_000;

const fileIn = (folder: string) => path.join(folder, 'clock');

export const programsClock = (folder: string) => clockVariables(fileIn(folder));

export const setProgramsClock = (folder: string, clock: string) => setClock(fileIn(folder), clock);

/** @returns the slowest answer after a jump, ms */
export async function jumpClock(
  product: FaultProduct,
  history: History,
  folder: string,
): Promise<number> {
  let slowest = 0;
  for (const jump of jumps) {
    history.note(`the clock of the programs jumps: ${jump}`);
    setProgramsClock(folder, jump);
    slowest = Math.max(slowest, await recovery(product, performance.now()));
    await pause(eachMs);
  }
  const times = logLines(product.serve().output()).map(({ time }) => Date.parse(String(time)));
  if (!times.some((time) => Math.abs(time - Date.now()) > 30 * dayMs)) {
    throw new Error('The programs did not see another clock.');
  }
  return slowest;
}

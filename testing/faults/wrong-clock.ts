// The clock of the machine that runs the programs, by Debian's libfaketime.
import { execFileSync } from 'node:child_process';
import { globSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { logLines } from '../server/program-process.ts';
import type { FaultProduct } from './fault-product.ts';
import type { History } from './history.ts';
import { recovery } from './recovery.ts';

const pattern = '/usr/lib/*/faketime/libfaketimeMT.so.1';
const fileName = 'clock';
const jumps = ['+40d', '-1h', '+90s', '-10y', '+0'] as const;
const eachMs = 6000;
const dayMs = 86_400_000;

/** What makes a program read its time from the file. */
export function clockVariables(folder: string): Record<string, string> {
  const file = path.join(folder, fileName);
  writeFileSync(file, '+0');
  return {
    LD_PRELOAD: faketime(),
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  };
}

function faketime(): string {
  const [found] = globSync(pattern);
  if (found !== undefined) return found;
  process.stdout.write('Installing faketime with apt-get.\n');
  execFileSync('apt-get', ['install', '--yes', 'faketime'], { stdio: 'inherit' });
  const [installed] = globSync(pattern);
  if (installed === undefined) throw new Error(`There is no ${pattern}.`);
  return installed;
}

/** @returns the slowest answer after a jump, ms */
export async function jumpClock(
  product: FaultProduct,
  history: History,
  folder: string,
): Promise<number> {
  let slowest = 0;
  for (const jump of jumps) {
    history.note(`the clock of the programs jumps: ${jump}`);
    writeFileSync(path.join(folder, fileName), jump);
    slowest = Math.max(slowest, await recovery(product, performance.now()));
    await pause(eachMs);
  }
  const times = logLines(product.serve().output()).map(({ time }) => Date.parse(String(time)));
  if (!times.some((time) => Math.abs(time - Date.now()) > 30 * dayMs)) {
    throw new Error('The programs did not see another clock.');
  }
  return slowest;
}

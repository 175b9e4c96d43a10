import { mkdir, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

const folder = path.join(import.meta.dirname, '../.reports/bench');

/** The machine on which a result was measured, and what else was running there. */
const machineNow = () => ({
  processors: os.cpus().length,
  model: os.cpus()[0]?.model,
  load: os.loadavg(),
});

/** Writes `.reports/bench/<name>.json`, with the date and the machine. */
export async function writeResult(name: string, result: object): Promise<void> {
  await mkdir(folder, { recursive: true });
  const content = { date: new Date().toISOString(), machine: machineNow(), ...result };
  const file = path.join(folder, `${name}.json`);
  await writeFile(file, `${JSON.stringify(content, null, 2)}\n`);
  process.stdout.write(`All of it is in ${path.relative(process.cwd(), file)}.\n`);
}

// Figures of many values.

/**
 * The smallest value that `share` of all values do not exceed (nearest rank).
 * @param sorted ascending
 * @param share from 0 to 1
 */
export function percentileOf(sorted: readonly number[], share: number): number {
  const rank = Math.max(1, Math.ceil(share * sorted.length));
  return sorted[rank - 1] ?? Number.NaN;
}

export type Spread = { count: number; p50: number; p99: number; max: number };

/** Rounded to hundredths. */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((one, other) => one - other);
  const rounded = (share: number) => Math.round(percentileOf(sorted, share) * 100) / 100;
  return { count: sorted.length, p50: rounded(0.5), p99: rounded(0.99), max: rounded(1) };
}

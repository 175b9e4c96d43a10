import { writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

/** The machine on which a result was measured, and what else was running there. */
export const machineNow = () => ({
  processors: os.cpus().length,
  model: os.cpus()[0]?.model,
  load: os.loadavg(),
});

/** Writes `results/<name>-<date>.json`, with the date and the machine. */
export async function writeResult(name: string, result: object): Promise<void> {
  const date = new Date().toISOString().slice(0, 10);
  const file = path.join(import.meta.dirname, 'results', `${name}-${date}.json`);
  const content = { date, machine: machineNow(), ...result };
  await writeFile(file, `${JSON.stringify(content, null, 2)}\n`);
}

export function printFigures(figures: Readonly<Record<string, number>>): void {
  for (const [name, value] of Object.entries(figures)) {
    process.stdout.write(`${String(Math.round(value * 1000) / 1000).padStart(10)}  ${name}\n`);
  }
}

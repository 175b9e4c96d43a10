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

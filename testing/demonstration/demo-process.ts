import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { endPrograms, startAsItIs } from '../server/programs/program-process.ts';
import { waitUntil } from '../server/wait-until.ts';

const startMs = 240_000;

export type DemoProcess = {
  origin: string;
  output: () => string;
  /** @returns the exit code */
  interrupt: () => Promise<number>;
  exit: () => Promise<number>;
  leftovers: () => Promise<string[]>;
};

type Options = {
  folder: string;
  port: number;
  environment?: Record<string, string>;
  /** False: the caller waits for the exit instead. */
  expectStart?: boolean;
  /** A file descriptor. */
  stdout?: number;
};

/** Ends what a failed test has left running. */
export const endDemos = endPrograms;

export async function startDemo(options: Options): Promise<DemoProcess> {
  const { folder, port, environment = {}, expectStart = true, stdout = 'pipe' } = options;
  const variables = { ...process.env, DATA_FOLDER: folder, PORT: String(port), ...environment };
  const program = startAsItIs(['demo/start.ts'], variables, { stdout });
  const { output, ended, hasEnded, kill } = program;
  const hasStarted = () => output().includes('Ctrl-C');
  if (expectStart) {
    // Its PostgreSQL must not be left running.
    await waitUntil(() => hasStarted() || hasEnded(), startMs).catch(() => kill('SIGINT'));
    if (!hasStarted()) {
      await ended;
      throw new Error(`The demonstration did not start: ${output()}`);
    }
  }
  return {
    origin: /http:\/\/localhost:\d+/.exec(output())?.[0] ?? '',
    output,
    interrupt: () => {
      // Twice, as npm does.
      kill('SIGINT');
      kill('SIGINT');
      return ended;
    },
    exit: () => ended,
    leftovers: () => processesOf(folder),
  };
}

/** As root, a file in the data folder names the cluster. */
async function processesOf(folder: string): Promise<string[]> {
  const pointer = path.join(folder, 'postgres', 'elsewhere.json');
  const elsewhere = await readFile(pointer, 'utf8').catch(() => '');
  const [home = folder] = /\/var\/tmp\/[\w-]+/.exec(elsewhere) ?? [];
  const ids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(
    ids.map((id) => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')),
  );
  return lines.filter((line) => line.includes(folder) || line.includes(home));
}

import { rm } from 'node:fs/promises';
import path from 'node:path';
import { findClusterLocation } from '@inaam/runtime/postgres-location.ts';
import { findProcesses } from '../runtime/processes.ts';
import { endPrograms, startAsItIs } from '../server/programs/program-process.ts';
import { waitUntil } from '../server/wait-until.ts';

const startMs = 240_000;

export type DemoProcess = {
  origin: string;
  output: () => string;
  /** @returns the exit code */
  interrupt: () => Promise<number>;
  exit: () => Promise<number>;
  /** Processes of its data folder. */
  leftovers: () => Promise<number[]>;
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

/** For root the cluster is elsewhere (`runtime/README.md`). */
async function placesOf(folder: string): Promise<string[]> {
  const { home } = await findClusterLocation(path.join(folder, 'postgres'));
  return [home, folder];
}

async function processesOf(folder: string): Promise<number[]> {
  return (await Promise.all((await placesOf(folder)).map(findProcesses))).flat();
}

export async function removeDemoData(folder: string): Promise<void> {
  for (const place of await placesOf(folder)) await rm(place, { recursive: true, force: true });
}

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

const project = path.resolve(import.meta.dirname, '../..');
const startMs = 240_000;

export type DemoProcess = {
  origin: string;
  output: () => string;
  /** @returns the exit code */
  interrupt: () => Promise<number | null>;
  exit: () => Promise<number | null>;
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

const running = new Set<ChildProcess>();

/** Ends what a failed test has left running. */
export async function endDemos(): Promise<void> {
  for (const child of running) {
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }
}

export async function startDemo(options: Options): Promise<DemoProcess> {
  const { folder, port, environment = {}, expectStart = true, stdout = 'pipe' } = options;
  const child = spawn(process.execPath, ['runtime/run.mjs', 'demo/start.ts'], {
    cwd: project,
    env: { ...process.env, DATA_FOLDER: folder, PORT: String(port), ...environment },
    stdio: ['ignore', stdout, 'pipe'],
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  let output = '';
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const started = new Promise<void>((resolve, reject) => {
    const collect = (part: Buffer) => {
      output += part.toString('utf8');
      if (output.includes('Ctrl-C')) resolve();
    };
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    void exited.then(() => reject(new Error(`The demonstration ended: ${output}`)));
    setTimeout(
      () => reject(new Error(`The demonstration did not start: ${output}`)),
      startMs,
    ).unref();
  });
  if (expectStart) {
    // Its PostgreSQL must not be left running.
    await started.catch(async (error: unknown) => {
      child.kill('SIGINT');
      await exited;
      throw error;
    });
  } else started.catch(() => undefined);
  return {
    origin: /http:\/\/localhost:\d+/.exec(output)?.[0] ?? '',
    output: () => output,
    interrupt: () => {
      // Twice, as npm does.
      child.kill('SIGINT');
      child.kill('SIGINT');
      return exited;
    },
    exit: () => exited,
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

// Programs as child processes on this Node, each with its log in a file, as in production.
import { spawn, type ChildProcess } from 'node:child_process';
import { open, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';

const root = path.resolve(import.meta.dirname, '../../..');
const startTimeoutMs = 60_000;

export type ChildProgram = {
  pid: number;
  child: ChildProcess;
  /** Waits for the first line of the log with this message. */
  logLine: (message: string) => Promise<Record<string, unknown>>;
  /** Asks it to stop, and waits for its end. @throws Error unless it ends with 0 */
  stop: () => Promise<void>;
};

export type ChildOptions = {
  /** From the root of the repository. */
  file: string;
  words?: readonly string[];
  /** Its whole environment. */
  variables?: Readonly<Record<string, string>>;
  logFile: string;
  nodeOptions?: readonly string[];
  /** For messages between the two processes. */
  hasChannel?: boolean;
};

export async function startChild(options: ChildOptions): Promise<ChildProgram> {
  const { file, words = [], variables = {}, logFile, nodeOptions = [], hasChannel } = options;
  const log = await open(logFile, 'a');
  const child = spawn(process.execPath, [...nodeOptions, 'runtime/run.mjs', file, ...words], {
    cwd: root,
    env: { ...variables },
    stdio: ['ignore', log.fd, log.fd, ...(hasChannel ? ['ipc' as const] : [])],
  });
  const end = () => void child.kill('SIGKILL');
  process.once('exit', end);
  const ended = new Promise<number>((resolve) => {
    child.on('error', () => resolve(-1)).on('close', (code) => resolve(code ?? -1));
  });
  void ended.then(() => process.off('exit', end));
  await log.close();
  const failed = async (what: string) =>
    new Error(`Failed to run ${file}: ${what}. ${(await readFile(logFile, 'utf8')).slice(-2000)}`);
  return {
    pid: child.pid ?? -1,
    child,
    logLine: async (message) => {
      const deadline = performance.now() + startTimeoutMs;
      for (;;) {
        const line = linesOf(await readFile(logFile, 'utf8')).find(({ msg }) => msg === message);
        if (line) return line;
        if (child.exitCode !== null) throw await failed(`it ended with ${child.exitCode}`);
        if (performance.now() > deadline) throw await failed(`"${message}" did not come`);
        await pause(20);
      }
    },
    stop: async () => {
      child.kill('SIGTERM');
      const code = await ended;
      if (code !== 0) throw await failed(`it ended with ${code}`);
    },
  };
}

const line = z.record(z.string(), z.unknown());

function linesOf(log: string): Record<string, unknown>[] {
  return log
    .split('\n')
    .filter((text) => text.startsWith('{') && text.endsWith('}'))
    .map((text) => line.parse(JSON.parse(text)));
}

/** Runs a program to its end. @returns what it wrote on stdout */
export async function runChild(
  file: string,
  words: readonly string[],
  variables: Readonly<Record<string, string>>,
): Promise<string> {
  const child = spawn(process.execPath, ['runtime/run.mjs', file, ...words], {
    cwd: root,
    env: { ...variables },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject).on('close', resolve);
  });
  if (code !== 0) throw new Error(`Failed to run ${file} ${words.join(' ')}: exit ${code}.`);
  return output;
}

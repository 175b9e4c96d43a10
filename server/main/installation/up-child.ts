// A program under a supervisor, in a session of its own: Ctrl-C in a terminal reaches only the
// supervisor, which then stops the programs in their order.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import * as z from 'zod';
import { ownVariables, type Variables } from '../../operator/settings/program-config.ts';
import { parseJson } from '../../platform/parse-json.ts';

export type Ending = { code: number | null; signal: NodeJS.Signals | null };

export type Child = {
  pid: number | undefined;
  /** After its last line. */
  ended: Promise<Ending>;
  /** By SIGTERM; by SIGKILL if it runs longer than that. */
  stop: (limitSeconds: number) => Promise<Ending>;
};

export type ChildOptions = {
  /** From the project's folder. */
  file: string;
  nodeOptions: readonly string[];
  words?: readonly string[];
  /** All of it: nothing is inherited. */
  environment: Readonly<Record<string, string>>;
  /** Held while the program runs; another one with this name waits. */
  lock: string;
  onLine: (line: string) => void;
};

const project = path.resolve(import.meta.dirname, '../../..');
const supervised = ['runtime/run.mjs', 'runtime/supervised.ts'];

export function startChild(options: ChildOptions): Child {
  const { file, nodeOptions, words = [], environment, lock, onLine } = options;
  const command = [...nodeOptions, ...supervised, lock, file, ...words];
  const child = spawn(process.execPath, command, {
    cwd: project,
    env: environment,
    detached: true,
    // Its end of stdin closes when this process ends, however it ends.
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  child.stdin.on('error', () => undefined);
  for (const input of [child.stdout, child.stderr]) createInterface({ input }).on('line', onLine);
  const ended = new Promise<Ending>((resolve) => {
    child.once('error', () => resolve({ code: 1, signal: null }));
    child.once('close', (code, signal) => resolve({ code, signal }));
  }).finally(() => process.off('exit', kill));
  return {
    pid: child.pid,
    ended,
    async stop(limitSeconds) {
      child.kill('SIGTERM');
      const limit = setTimeout(kill, limitSeconds * 1000);
      const ending = await ended;
      clearTimeout(limit);
      return ending;
    },
  };
}

/** Of Node, the system and its certificates; settings are not among them. */
const ofSystem =
  /^(?:PATH|HOME|USER|LOGNAME|LANG|LANGUAGE|LC_\w+|TZ|TMPDIR|SSL_CERT_\w+|NODE_\w+|https?_proxy|no_proxy)$/i;

/** What every program inherits. */
export const systemVariables = (given: Variables = ownVariables()): Record<string, string> =>
  Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) =>
      ofSystem.test(name) && value !== undefined ? [[name, value]] : [],
    ),
  );

/** What a program logs when it is ready. */
export const readyMessages = {
  serve: 'Serving.',
  deliver: 'Delivering.',
  draw: 'Drawing.',
  console: 'The console is open.',
} as const;

const logLine = z.object({ level: z.string(), msg: z.string(), port: z.int().optional() });

/** A line of a program's log; undefined for another line, such as why it refused to start. */
export const readLogLine = (line: string): z.infer<typeof logLine> | undefined =>
  logLine.safeParse(parseJson(line)).data;

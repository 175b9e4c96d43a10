// Runs a tool of node_modules/.bin as a child, whole: its output is kept, and all that it starts ends with it. It never
// goes through a shell.
import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { root } from './repository.ts';

export type Ended = { readonly code: number; readonly output: string };

const running = new Set<ChildProcess>();
let isStopped = false;
const graceMs = 5000;

/**
 * Runs a JavaScript program with this same Node, from the root of the repository.
 * @param program a path from the root, like `node_modules/.bin/oxlint` or `runtime/run.mjs`
 * @returns its exit code (1 when it could not be started or was killed), and stdout and stderr as they came
 */
export function runProgram(program: string, args: readonly string[]): Promise<Ended> {
  // Who stops everything is about to exit: nothing may begin behind its back.
  if (isStopped) return new Promise(() => undefined);
  const bin = path.join(root, 'node_modules', '.bin');
  const child = spawn(process.execPath, [path.join(root, program), ...args], {
    cwd: root,
    // A group of its own, so that a stop reaches what the tool started too.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PATH: `${bin}${path.delimiter}${process.env['PATH'] ?? ''}` },
  });
  running.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  return new Promise((resolve) => {
    child.on('error', (error) => {
      running.delete(child);
      resolve({ code: 1, output: `${output}${error.message}\n` });
    });
    child.on('close', (code) => {
      running.delete(child);
      resolve({ code: code ?? 1, output });
    });
  });
}

/** Ends all that runs, asked first, killed when it doesn't listen; nothing can be run afterwards. */
export async function stopPrograms(): Promise<void> {
  isStopped = true;
  const children = [...running];
  const ends = Promise.all(
    children.map((child) => new Promise((resolve) => child.once('close', resolve))),
  );
  for (const child of children) signalGroup(child, 'SIGTERM');
  const timer = setTimeout(() => {
    for (const child of children) signalGroup(child, 'SIGKILL');
  }, graceMs);
  await ends;
  clearTimeout(timer);
}

/** The last word, for a process that is exiting and can't wait. */
export function killPrograms(): void {
  for (const child of running) signalGroup(child, 'SIGKILL');
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // It has ended by itself.
  }
}

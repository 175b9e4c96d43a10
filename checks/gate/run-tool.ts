import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { root } from '../repository.ts';

export type Ended = { readonly code: number; readonly output: string };

const running = new Set<ChildProcess>();
let isStopped = false;
const graceMs = 5000;
/** Ends what hangs; a busy machine must not reach it. */
const partLimitMs = 20 * 60_000;

/**
 * @param program a path from the root, like `node_modules/.bin/oxlint`
 * @param folder a copy of the repository
 * @param isShown its output also goes to this process's, and it may take as long as it likes
 * @param limitMs it is killed then, and its output says so
 * @returns its exit code: 1 if it could not start or was killed
 */
export function runTool(
  program: string,
  args: readonly string[],
  options: {
    readonly folder?: string | undefined;
    readonly isShown?: boolean;
    readonly limitMs?: number;
  } = {},
): Promise<Ended> {
  const { folder = root, isShown = false, limitMs = isShown ? Infinity : partLimitMs } = options;
  // The process is about to exit: nothing may start any more.
  if (isStopped) return new Promise(() => undefined);
  const bin = path.join(folder, 'node_modules', '.bin');
  const child = spawn(process.execPath, [path.join(folder, program), ...args], {
    cwd: folder,
    // Its own process group, so that a stop reaches its children too.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      PATH: `${bin}${path.delimiter}${process.env['PATH'] ?? ''}`,
      // What is compiled once is not compiled again by each of some hundred processes.
      NODE_COMPILE_CACHE: path.join(folder, '.cache', 'node'),
    },
  });
  running.add(child);
  let output = '';
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (isShown) process[stream].write(text);
    });
  }
  const timer = Number.isFinite(limitMs) ? setTimeout(onLimit, limitMs) : undefined;
  function onLimit() {
    output += `Killed: it had not ended after ${limitMs / 60_000} minutes.\n`;
    signalGroup(child, 'SIGKILL');
  }
  return new Promise((resolve) => {
    const end = (code: number) => {
      clearTimeout(timer);
      running.delete(child);
      resolve({ code, output });
    };
    child.on('error', (error) => {
      output += `${error.message}\n`;
      end(1);
    });
    // What a killed worker has left holds neither the output nor the machine.
    child.on('exit', () => signalGroup(child, 'SIGKILL'));
    child.on('close', (code) => end(code ?? 1));
  });
}

/** Stops all running tools with SIGTERM, then SIGKILL; none can be started afterwards. */
export async function stopTools(): Promise<void> {
  isStopped = true;
  const children = [...running];
  const closed = Promise.all(
    children.map((child) => new Promise((resolve) => child.once('close', resolve))),
  );
  for (const child of children) signalGroup(child, 'SIGTERM');
  const timer = setTimeout(killTools, graceMs);
  await closed;
  clearTimeout(timer);
}

/** For a process that is exiting and can't wait. */
export function killTools(): void {
  for (const child of running) signalGroup(child, 'SIGKILL');
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // It has already ended.
  }
}

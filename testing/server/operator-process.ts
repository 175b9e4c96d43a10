// Runs the operator's command line as a process of its own, for tests, and keeps apart what it
// answers and what it says beside it. Never part of a program.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { Environment } from './program-process.ts';

const root = path.resolve(import.meta.dirname, '../..');

export type Operated = {
  exit: number;
  output: string;
  errors: string;
  /** The one line of JSON that it answered with. */
  json: () => Record<string, unknown>;
};

/**
 * @param words what is typed after the program's name
 * @param variables its whole environment
 */
export async function runOperatorProcess(
  words: readonly string[],
  variables: Environment = {},
): Promise<Operated> {
  const child = spawn(process.execPath, ['runtime/run.mjs', 'server/operator.ts', ...words], {
    cwd: root,
    env: { ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number>((resolve) => child.on('close', (code) => resolve(code ?? -1)));
  const [exit, output, errors] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  const json = (): Record<string, unknown> => JSON.parse(output);
  return { exit, output, errors, json };
}

// Runs the operator's command line as a child process, with stdout and stderr separate.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { Environment } from '../programs/program-process.ts';

const root = path.resolve(import.meta.dirname, '../../..');

export type Operated = {
  exit: number;
  output: string;
  errors: string;
  /** The line of JSON on stdout. */
  json: () => Record<string, unknown>;
};

/**
 * @param words the arguments
 * @param variables the whole environment
 */
export async function runOperatorProcess(
  words: readonly string[],
  variables: Environment = {},
): Promise<Operated> {
  const child = spawn(process.execPath, ['runtime/run.mjs', 'server/main/operator.ts', ...words], {
    cwd: root,
    env: { CAMPAIGN: 'biscuit-2025', ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number>((resolve) => child.on('close', (code) => resolve(code ?? -1)));
  const [exit, output, errors] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  const json = (): Record<string, unknown> => JSON.parse(output);
  return { exit, output, errors, json };
}

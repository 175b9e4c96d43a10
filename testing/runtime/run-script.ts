import { spawn } from 'node:child_process';
import path from 'node:path';
import { text } from 'node:stream/consumers';

const root = path.resolve(import.meta.dirname, '../..');

/**
 * Runs a program of the repository to its end, as `npm run` does.
 * @param env the whole environment; undefined: that of this process
 */
export async function runScript(
  file: string,
  words: readonly string[],
  env?: Readonly<Record<string, string>>,
) {
  const child = spawn(process.execPath, ['runtime/run.mjs', file, ...words], {
    cwd: root,
    ...(env && { env }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number>((resolve) => child.on('close', (code) => resolve(code ?? -1)));
  const [exit, stdout, stderr] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  return { exit, stdout, stderr };
}

/** The names at the beginning of the lines of a list of programs. */
export const namesOf = (list: string): string[] => list.match(/^[\w-]+/gm) ?? [];

// One npm script for many programs: `npm run drill -- attack lockout 300`.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

export type NamedProgram = {
  /** One line of the list, with its options. */
  says: string;
  run: () => Promise<unknown>;
  /** Before the options of the command line. */
  words?: readonly string[];
  /** What it lacks, before anything is installed; undefined: nothing. */
  problem?: (options: readonly string[]) => string | undefined;
  /** A folder with packages of its own, which are installed if they are missing. */
  packages?: string;
};

const root = path.resolve(import.meta.dirname, '..');

/** Runs the program that the command line names; without a name it lists them. */
export async function runNamed(
  kind: string,
  programs: Readonly<Record<string, NamedProgram>>,
): Promise<void> {
  const [node = '', file = '', name, ...options] = process.argv;
  const program = name !== undefined && Object.hasOwn(programs, name) ? programs[name] : undefined;
  if (program === undefined) {
    list(kind, programs, name);
    return;
  }
  const problem = program.problem?.(options);
  if (problem !== undefined) {
    process.stderr.write(`${problem}\n`);
    process.exitCode = 2;
    return;
  }
  if (program.packages !== undefined) install(program.packages);
  process.argv = [node, file, ...(program.words ?? []), ...options];
  await program.run();
}

function list(
  kind: string,
  programs: Readonly<Record<string, NamedProgram>>,
  name: string | undefined,
): void {
  const width = Math.max(...Object.keys(programs).map((each) => each.length)) + 2;
  const lines = Object.entries(programs).map(
    ([each, { says }]) => `${each.padEnd(width)}${says}\n`,
  );
  if (name === undefined) process.stdout.write(lines.join(''));
  else {
    process.stderr.write(`There is no ${kind} "${name}". Name one of these:\n${lines.join('')}`);
    process.exitCode = 2;
  }
}

function install(folder: string): void {
  if (existsSync(path.join(root, folder, 'node_modules'))) return;
  process.stderr.write(`Installing the packages of ${folder} with npm.\n`);
  const { status } = spawnSync('npm', ['--prefix', folder, 'ci'], { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new Error(`Failed to install the packages of ${folder}.`);
}

// `npm run drill -- <name> [options]`; without a name it lists them.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { drills, type Drill } from './drills.ts';

const root = path.resolve(import.meta.dirname, '..');
const [name, ...words] = process.argv.slice(2);
const drill = name !== undefined && Object.hasOwn(drills, name) ? drills[name] : undefined;
if (drill) await run(drill);
else {
  const width = Math.max(...Object.keys(drills).map((each) => each.length)) + 2;
  const list = Object.entries(drills).map(([each, { says }]) => `${each.padEnd(width)}${says}\n`);
  if (name === undefined) process.stdout.write(list.join(''));
  else {
    process.stderr.write(`There is no drill "${name}". Name one of these:\n${list.join('')}`);
    process.exitCode = 2;
  }
}

async function run({ program, words: own = [], packages }: Drill): Promise<void> {
  if (packages !== undefined) install(packages);
  const file = path.join(root, program);
  process.argv = [process.execPath, file, ...own, ...words];
  await import(pathToFileURL(file).href);
}

function install(folder: string): void {
  if (existsSync(path.join(root, folder, 'node_modules'))) return;
  process.stderr.write(`Installing the packages of ${folder} with npm.\n`);
  const { status } = spawnSync('npm', ['--prefix', folder, 'ci'], { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new Error(`Failed to install the packages of ${folder}.`);
}

// Program: compiles every room with its own settings, two at a time, and sees that no file is left out. Run by
// `npm run test:types`.
import path from 'node:path';
import { runProgram } from './child.ts';
import { isCode, repositoryFiles, root } from './repository.ts';
import { inTurns } from './turns.ts';

type Compiled = {
  readonly project: string;
  readonly faults: readonly string[];
  readonly files: readonly string[];
};

const isProject = (file: string) => path.posix.basename(file) === 'tsconfig.json';
const isTypeScript = (file: string) => isCode(file) && /\.tsx?$/.test(file);

/** A line of --listFiles, not of a fault. */
const isListed = (line: string) => path.isAbsolute(line) && !/\(\d+,\d+\): error/.test(line);

/** A room that is laid out but has no file yet is nothing to compile. */
function holdsCode(project: string): boolean {
  const folder = path.posix.dirname(project);
  return files.some(
    (file) => isTypeScript(file) && (folder === '.' || file.startsWith(`${folder}/`)),
  );
}

async function compile(project: string): Promise<Compiled> {
  const args = ['-p', project, '--noEmit', '--pretty', 'false', '--listFiles'];
  const { code, output } = await runProgram('node_modules/.bin/tsc', args);
  const lines = output.split('\n').filter(Boolean);
  const said = lines.filter((line) => !isListed(line));
  const silent = code !== 0 && said.length === 0 ? [`tsc ended with ${code}`] : [];
  return {
    project,
    faults: code === 0 ? [] : [...said, ...silent],
    files: lines
      .filter(isListed)
      .map((file) => path.relative(root, file).replaceAll(path.sep, '/')),
  };
}

const files = repositoryFiles();
const compiled = await inTurns(2, files.filter(isProject).filter(holdsCode), compile);
const covered = new Set(compiled.flatMap((one) => one.files));
const left = files.filter((file) => isTypeScript(file) && !covered.has(file));
const faults = [
  ...compiled.flatMap((one) => one.faults.map((fault) => `${one.project}: ${fault}`)),
  ...left.map((file) => `${file} is compiled by no tsconfig.json. Include it in its room's.`),
];
for (const fault of faults) process.stderr.write(`${fault}\n`);
process.stdout.write(`${compiled.length} rooms compiled, ${faults.length} faults\n`);
process.exitCode = faults.length > 0 ? 1 : 0;

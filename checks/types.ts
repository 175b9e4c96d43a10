// Compiles every folder with its own tsconfig.json, and reports files that none includes. A folder
// with a lockfile of its own is skipped while its packages are not installed.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { runTool } from './gate/run-tool.ts';
import { isCode, repositoryFiles, root } from './repository.ts';

const isProject = (file: string) => /\/?tsconfig(?:\.rules)?\.json$/.test(file);
const isTypeScript = (file: string) => isCode(file) && /\.tsx?$/.test(file);

/** Lines of --listFiles. */
const isListed = (line: string) => path.isAbsolute(line) && !/\(\d+,\d+\): error/.test(line);

function containsCode(project: string): boolean {
  const folder = path.posix.dirname(project);
  return files.some(
    (file) => isTypeScript(file) && (folder === '.' || file.startsWith(`${folder}/`)),
  );
}

async function compile(project: string) {
  // Checkers repeat each other's work, and in the gate the other core is busy.
  const args = ['-p', project, '--noEmit', '--pretty', 'false', '--listFiles', '--checkers', '1'];
  const { code, output } = await runTool('node_modules/.bin/tsc', args);
  const lines = output.split('\n').filter(Boolean);
  const messages = lines.filter((line) => !isListed(line));
  const unexplained = code !== 0 && messages.length === 0 ? [`tsc ended with ${code}`] : [];
  return {
    project,
    errors: code === 0 ? [] : [...messages, ...unexplained],
    files: lines
      .filter(isListed)
      .map((file) => path.relative(root, file).replaceAll(path.sep, '/')),
  };
}

/** The folder of a lockfile without its node_modules, or undefined. */
function uninstalledFolderOf(file: string): string | undefined {
  return uninstalled.find((folder) => file.startsWith(`${folder}/`));
}

/** Without the project of all tests. */
const isProduction = process.argv.includes('--production');
const files = repositoryFiles();
const uninstalled = files
  .filter((file) => file.endsWith('/package-lock.json'))
  .map((file) => path.posix.dirname(file))
  .filter((folder) => !existsSync(path.join(root, folder, 'node_modules')));
const projects = files
  .filter(isProject)
  .filter(containsCode)
  .filter((project) => !isProduction || project !== 'tsconfig.json')
  .filter((project) => uninstalledFolderOf(project) === undefined);
const compiled: Awaited<ReturnType<typeof compile>>[] = [];
for (const project of projects) compiled.push(await compile(project));
const covered = new Set(compiled.flatMap((one) => one.files));
const isMissing = (file: string) => isTypeScript(file) && !covered.has(file);
const missing = isProduction
  ? []
  : files.filter((file) => isMissing(file) && uninstalledFolderOf(file) === undefined);
const errors = [
  ...compiled.flatMap((one) => one.errors.map((error) => `${one.project}: ${error}`)),
  ...missing.map((file) => `${file} is compiled by no tsconfig.json. Include it in one.`),
];
for (const folder of uninstalled) {
  process.stdout.write(`${folder} is skipped; to compile it: npm --prefix ${folder} ci\n`);
}
for (const error of errors) process.stderr.write(`${error}\n`);
process.stdout.write(`${compiled.length} projects compiled, ${errors.length} errors\n`);
process.exitCode = errors.length > 0 ? 1 : 0;

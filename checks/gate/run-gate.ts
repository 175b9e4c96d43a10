// `npm test` runs all parts of the gate, also after one has failed; the last line of stdout is
// `N passed, M failed`. `npm test -- NAME` runs one part, with the options of its tool after it;
// `npm test -- without NAME` runs what is left without a plugin, or without all.
import { globSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { constants } from 'node:os';
import path from 'node:path';
import { isTest, readSources, root } from '../repository.ts';
import {
  requirementCoverage,
  requirementIds,
  requirementsFile,
  securityCoverage,
  securityTables,
} from './coverage.ts';
import { countTests, longTag, readReport, sumCounts, type Count, type TestRun } from './reports.ts';
import { killTools, runTool, stopTools } from './run-tool.ts';
import { copyWithout, pluginNames } from './without.ts';

/** A part that is no Vitest `project` counts as one failure, or as nothing. */
type Part = {
  readonly program: string;
  readonly args: readonly string[];
  readonly project?: string;
  /** A copy of the repository; undefined: the repository itself. */
  readonly folder?: string;
};

const tool = (name: string, ...args: string[]): Part => ({
  program: `node_modules/.bin/${name}`,
  args,
});
const build = (program: string): Part => ({ program, args: [] });
/** @param tags which tests of the project; undefined: all */
const tests = (project: string, tags?: string, ...more: string[]): Part => ({
  ...tool(
    'vitest',
    'run',
    `--project=${project}`,
    ...(tags ? [`--tagsFilter=${tags}`, ...brief] : []),
    ...more,
  ),
  project,
});
const short = `!${longTag}`;
/** A failed part prints what failed, and only dots for the rest. */
const brief = ['--reporter=dot', '--reporter=json'];

/** What the browser tests and the programs need. */
const builds: Readonly<Record<string, Part>> = {
  build: build('web/build/build-web.ts'),
  console: build('console/build/build-console.ts'),
};
/**
 * Three at a time: while the browser and the API tests wait, one of the others has the cores. The
 * longest begin first, so that none runs alone at the end.
 */
const gate = {
  e2e: tests('e2e', short, '--maxWorkers=3'),
  api: tests('api', short, '--maxWorkers=4'),
  unit: tests('unit', short),
  checks: tests('checks', short),
  web: tests('web', short),
  types: { program: 'checks/types.ts', args: [] },
  format: tool('oxfmt', '--check', '.'),
  lint: tool('oxlint', '--type-aware', '--deny-warnings'),
  imports: tool('oxlint', '-c', 'oxlint.imports.mjs', '--deny-warnings'),
  unused: tool('knip', '--no-progress'),
};
const projects = ['unit', 'web', 'api', 'e2e', 'checks'] as const;
/** With the tests that the gate leaves out. */
const single: Readonly<Record<string, Part>> = {
  ...gate,
  ...Object.fromEntries(projects.map((project) => [project, tests(project)])),
};
/** Of other files no test would run, and Vitest would not close what they open. */
const longFiles = readSources(isTest)
  .filter(({ text }) => text.includes(`tags: ['${longTag}']`))
  .map((file) => file.path);
const longParts = Object.fromEntries(
  ['unit', 'web', 'api', 'e2e'].map((project) => [project, tests(project, longTag, ...longFiles)]),
);

/** @param isWhole with the types of tests, and a journey in the browser, which needs the builds */
function partsWithout(names: readonly string[], isWhole = false): Record<string, Part> {
  const folder = copyWithout(names);
  const lists = globSync('plugins/*.ts', { cwd: folder });
  // Words and ids of a plugin's messages are in the contract.
  const checks = globSync('checks/!(words).test.ts', { cwd: folder });
  const related = ['related', '--run', '--project=unit', '--project=web', `--tagsFilter=${short}`];
  const isOfAll = names.length === pluginNames.length;
  // Packages of a plugin stay installed.
  const unused = { ...gate.unused, args: ['--exclude=dependencies', '--no-config-hints'] };
  const parts: Record<string, Part> = {
    types: { ...gate.types, args: isWhole ? [] : ['--production'] },
    imports: gate.imports,
    // Without all of them, what the core offers to plugins is not used.
    ...(!isOfAll && { unused }),
    checks: tests('checks', short, ...checks),
    unit: { ...tool('vitest', ...related, ...lists), project: 'unit' },
    api: tests('api', short, 'server/main/whole-journey.test.ts', 'server/database/schema/'),
    ...(isWhole && { ...builds, e2e: tests('e2e', short, 'e2e/tests/happy-path.test.ts') }),
  };
  const title = `without ${isOfAll ? 'plugins' : names.join(', ')}`;
  return Object.fromEntries(
    Object.entries(parts).map(([name, part]) => [`${name} ${title}`, { ...part, folder }]),
  );
}

const reportsFolder = '.reports';
const runs: TestRun[] = [];

const print = (line: string) => process.stdout.write(`${line}\n`);
const describeCount = ({ passed, failed }: Pick<Count, 'passed' | 'failed'>) =>
  `${passed} passed, ${failed} failed`;

async function runPart(name: string, part: Part, isShown = false): Promise<Count> {
  const begin = performance.now();
  const { code, output } = await runTool(part.program, part.args, { isShown, folder: part.folder });
  const count = part.project === undefined ? countTool(code) : await countProject(part, code);
  const seconds = ((performance.now() - begin) / 1000).toFixed(1);
  printResult(`${name.padEnd(12)} ${seconds.padStart(6)} s`, count, isShown ? '' : output);
  return count;
}

const countTool = (code: number): Count => ({
  passed: 0,
  failed: code === 0 ? 0 : 1,
  notes: code === 0 ? [] : [`exit code ${code}`],
});

async function countProject({ project, args, folder = root }: Part, code: number) {
  const file = path.join(folder, reportsFolder, `${project}.json`);
  const report = readReport(await readFile(file, 'utf8').catch(() => undefined));
  // What runs in a copy proves no requirement.
  if (folder === root) runs.push(...(report?.tests ?? []));
  const filter = args.find((arg) => arg.startsWith('--tagsFilter='))?.split('=')[1];
  return countTests(
    report,
    code,
    (tags) => filter === undefined || tags.includes(longTag) === (filter === longTag),
  );
}

function printResult(name: string, count: Count, output = ''): void {
  print(`${count.failed === 0 ? 'ok  ' : 'FAIL'} ${name.padEnd(21)}  ${describeCount(count)}`);
  if (count.failed > 0 && output !== '') print(output.trimEnd().replaceAll(/^/gm, '    | '));
  for (const note of count.notes) print(`  ${note}`);
}

/** @param limit how many run at once */
async function runParts(parts: Readonly<Record<string, Part>>, limit: number): Promise<Count[]> {
  const counts: Count[] = [];
  const queue = Object.entries(parts).values();
  const runNext = async () => {
    for (const [name, part] of queue) counts.push(await runPart(name, part));
  };
  await Promise.all(Array.from({ length: limit }, runNext));
  return counts;
}

const read = (file: string) => readFile(path.join(root, file), 'utf8');

async function checkCoverage(): Promise<Count[]> {
  const documents = await Promise.all(
    Object.entries(securityTables).map(async ([file, rows]) => ({
      file,
      rows,
      text: await read(file),
    })),
  );
  const requirements = requirementCoverage(requirementIds(await read(requirementsFile)), runs);
  const security = securityCoverage(documents, runs);
  printResult('requirements', requirements);
  printResult('security', security);
  return [requirements, security];
}

/** @param name of a part; undefined: the gate */
async function run(name: string | undefined, options: readonly string[]): Promise<Count[]> {
  await rm(path.join(root, reportsFolder), { recursive: true, force: true });
  if (name === undefined) {
    return [
      ...(await runParts(builds, 2)),
      ...(await runParts({ ...gate, ...partsWithout(pluginNames) }, 3)),
      ...(await checkCoverage()),
    ];
  }
  if (name === longTag) {
    const alone = pluginNames.map((plugin) => partsWithout([plugin], true));
    return runParts(Object.assign({}, longParts, ...alone), 1);
  }
  if (name === 'without') {
    const unknown = options.find((plugin) => !pluginNames.includes(plugin));
    if (unknown !== undefined) throw new Error(`there is no plugin "${unknown}".`);
    return runParts(partsWithout(options.length > 0 ? options : pluginNames, true), 1);
  }
  const part = single[name];
  if (!part) {
    const names = [...Object.keys(single), longTag, 'without'].join(', ');
    throw new Error(`there is no part "${name}". Name one of ${names}.`);
  }
  return [await runPart(name, { ...part, args: [...part.args, ...options] }, true)];
}

async function abort(signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP'): Promise<void> {
  await stopTools();
  print(`Stopped by ${signal}.`);
  print('0 passed, 1 failed');
  process.exit(128 + constants.signals[signal]);
}

let isStopping = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    // npm forwards a Ctrl-C that the terminal has already sent.
    if (isStopping) return;
    isStopping = true;
    void abort(signal);
  });
}
process.on('exit', killTools);

const [name, ...options] = process.argv.slice(2);
const start = performance.now();
const counts = await run(name, options).catch((error: unknown) => {
  process.stderr.write(
    `The gate itself failed: ${error instanceof Error ? error.message : String(error)}\n`,
  );
  return [{ passed: 0, failed: 1, notes: [] }];
});
const total = sumCounts(counts);
print(`It took ${((performance.now() - start) / 1000).toFixed(0)} s.`);
print(describeCount(total));
process.exitCode = total.failed === 0 ? 0 : 1;

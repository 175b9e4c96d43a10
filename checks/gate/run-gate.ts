// The gate, run by `npm test`: every step runs, whatever failed before it, and the last line of
// stdout is `N passed, M failed`. A failed step that is no test run counts as one failure.
// With `long` (`npm test -- long`) it runs the tests that the gate leaves out.
import { readFile, rm } from 'node:fs/promises';
import { constants } from 'node:os';
import path from 'node:path';
import { root } from '../repository.ts';
import { mapConcurrently } from './concurrency.ts';
import { requirementCoverage, requirementIds, requirementsFile } from './requirement-coverage.ts';
import { killTools, runTool, stopTools, type Ended } from './run-tool.ts';
import { securityCoverage, securityTables } from './security-tables.ts';
import { countTests, longTag, sumCounts, type Count } from './test-counts.ts';

type Step = { readonly name: string; readonly program: string; readonly args: readonly string[] };

const bin = (name: string) => `node_modules/.bin/${name}`;
/** What the browser tests and the programs need. */
const builds: readonly Step[] = [
  { name: 'build', program: 'web/build/build-web.ts', args: [] },
  { name: 'preview', program: 'web/build/build-preview.ts', args: [] },
  { name: 'console', program: 'console/build/build-console.ts', args: [] },
];
const steps: readonly Step[] = [
  { name: 'types', program: 'checks/types.ts', args: [] },
  { name: 'format', program: bin('oxfmt'), args: ['--check', '.'] },
  { name: 'lint', program: bin('oxlint'), args: ['--type-aware', '--deny-warnings'] },
  {
    name: 'imports',
    program: bin('oxlint'),
    args: ['-c', 'oxlint.imports.mjs', '--deny-warnings'],
  },
  { name: 'unused', program: bin('knip'), args: ['--no-progress'] },
];

/** Projects of vitest.config.ts, with their workers while all three places are taken. */
const longProjects = { e2e: 4, api: 5 } as const;
const shortProjects = ['unit', 'checks', 'web'] as const;

const isLongRun = process.argv[2] === longTag;

const reportsFolder = path.join(root, '.reports');
const reports: (string | undefined)[] = [];

const print = (line: string) => process.stdout.write(`${line}\n`);

async function runStep({ name, program, args }: Step): Promise<Count> {
  const { ended, seconds } = await timed(() => runTool(program, args));
  const failed = ended.code === 0 ? 0 : 1;
  printResult(name, seconds, failed, failed === 0 ? 'ok' : `exit code ${ended.code}`, ended);
  return { passed: 0, failed, notes: [] };
}

/** @param more options of Vitest */
async function runTests(project: string, more: readonly string[] = []): Promise<Count> {
  const filter = isLongRun ? longTag : `!${longTag}`;
  const args = ['run', `--project=${project}`, `--tagsFilter=${filter}`, ...more];
  const { ended, seconds } = await timed(() => runTool(bin('vitest'), args));
  const file = path.join(reportsFolder, `${project}.json`);
  const report = await readFile(file, 'utf8').catch(() => undefined);
  reports.push(report);
  const count = countTests(report, ended.code, (tags) => tags.includes(longTag) === isLongRun);
  printResult(project, seconds, count.failed, describeCount(count), ended);
  for (const note of count.notes) print(`  ${note}`);
  return count;
}

async function checkRequirements(): Promise<Count> {
  const ids = requirementIds(await readFile(path.join(root, requirementsFile), 'utf8'));
  return printCoverage('requirements', requirementCoverage(ids, reports));
}

async function checkSecurityTables(): Promise<Count> {
  const documents = await Promise.all(
    Object.entries(securityTables).map(async ([file, rows]) => ({
      file,
      rows,
      text: await readFile(path.join(root, file), 'utf8'),
    })),
  );
  return printCoverage('security', securityCoverage(documents, reports));
}

function printCoverage(name: string, count: Count): Count {
  const output = count.notes.join('\n');
  printResult(name, '0.0', count.failed, describeCount(count), { code: 0, output });
  return count;
}

async function timed(work: () => Promise<Ended>): Promise<{ ended: Ended; seconds: string }> {
  const start = performance.now();
  const ended = await work();
  return { ended, seconds: ((performance.now() - start) / 1000).toFixed(1) };
}

const describeCount = ({ passed, failed }: Pick<Count, 'passed' | 'failed'>) =>
  `${passed} passed, ${failed} failed`;

function printResult(
  name: string,
  seconds: string,
  failed: number,
  result: string,
  ended: Ended,
): void {
  print(`${failed === 0 ? 'ok  ' : 'FAIL'} ${name.padEnd(12)} ${seconds.padStart(6)} s  ${result}`);
  if (failed > 0) print(ended.output.trimEnd().replaceAll(/^/gm, '    | '));
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

async function runAllSteps(): Promise<Count[]> {
  const built = await mapConcurrently(2, builds, runStep);
  // The browser tests, the API tests and all else one after the other: while one waits, the others
  // have the cores. The long ones begin first, so that none runs alone at the end.
  const work = [
    ...Object.entries(longProjects).map(
      ([project, workers]) =>
        () =>
          runTests(project, [`--maxWorkers=${workers}`]),
    ),
    ...shortProjects.map((project) => () => runTests(project)),
    ...steps.map((step) => () => runStep(step)),
  ];
  const counts = await mapConcurrently(3, work, (run) => run());
  return [...built, ...counts, await checkRequirements(), await checkSecurityTables()];
}

async function runLongTests(): Promise<Count[]> {
  const counts: Count[] = [];
  for (const project of ['unit', 'web', 'api', 'e2e']) counts.push(await runTests(project));
  return counts;
}

async function runGate(): Promise<{ passed: number; failed: number }> {
  const start = performance.now();
  await rm(reportsFolder, { recursive: true, force: true });
  const counts = isLongRun ? await runLongTests() : await runAllSteps();
  print(`It took ${((performance.now() - start) / 1000).toFixed(0)} s.`);
  return sumCounts(counts);
}

const total = await runGate().catch((error: unknown) => {
  process.stderr.write(`The gate itself failed: ${String(error)}\n`);
  return { passed: 0, failed: 1 };
});
print(describeCount(total));
process.exitCode = total.failed === 0 ? 0 : 1;

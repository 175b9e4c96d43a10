// Program: the whole gate, run by `npm test`. Every step runs, whatever failed before it; the last line of stdout is
// `N passed, M failed`. Tests count by vitest's reports, each failed step that is no test counts as one failure.
import { readFile, rm } from 'node:fs/promises';
import { constants } from 'node:os';
import path from 'node:path';
import { carriedCount } from './carried.ts';
import { killPrograms, runProgram, stopPrograms, type Ended } from './child.ts';
import { countOf, sumOf, type Count } from './counts.ts';
import { root } from './repository.ts';
import { requirementIds, requirementsFile } from './requirements.ts';
import { inTurns } from './turns.ts';

type Step = { readonly name: string; readonly program: string; readonly args: readonly string[] };

const tool = (name: string) => `node_modules/.bin/${name}`;
const checks: readonly Step[] = [
  { name: 'types', program: 'checks/types.ts', args: [] },
  { name: 'format', program: tool('prettier'), args: ['--check', '.'] },
  { name: 'build', program: 'web/build/build-web.ts', args: [] },
  { name: 'lint', program: tool('oxlint'), args: ['--type-aware', '--deny-warnings'] },
  {
    name: 'imports',
    program: tool('oxlint'),
    args: ['-c', 'oxlint.imports.mjs', '--deny-warnings'],
  },
  { name: 'dead', program: tool('knip'), args: ['--no-progress'] },
];
/**
 * The projects of vitest.config.ts. The calls wait for a database as much as they work, and the units work; the browser
 * tests want the cores for themselves.
 */
const projects = ['checks', 'unit', 'api'] as const;
const lastProject = 'e2e';

/** The reports of this run as they were written. An earlier one is never read. */
const reports = path.join(root, '.reports');
const written: (string | undefined)[] = [];

const say = (line: string) => process.stdout.write(`${line}\n`);

async function check({ name, program, args }: Step): Promise<Count> {
  const { ended, seconds } = await timed(() => runProgram(program, args));
  const failed = ended.code === 0 ? 0 : 1;
  tell(name, seconds, failed, failed === 0 ? 'in order' : `ended with ${ended.code}`, ended);
  return { passed: 0, failed, notes: [] };
}

async function runTests(project: string): Promise<Count> {
  const args = ['run', `--project=${project}`];
  const { ended, seconds } = await timed(() => runProgram(tool('vitest'), args));
  const text = await readFile(path.join(reports, `${project}.json`), 'utf8').catch(() => undefined);
  written.push(text);
  const count = countOf(text, ended.code);
  tell(project, seconds, count.failed, `${count.passed} passed, ${count.failed} failed`, ended);
  for (const note of count.notes) say(`  ${note}`);
  return count;
}

/** What the tests of all projects together say of the requirements: two results more of the house's. */
async function proveRequirements(): Promise<Count> {
  const known = requirementIds(await readFile(path.join(root, requirementsFile), 'utf8'));
  const count = carriedCount(known, written);
  const output = count.notes.join('\n');
  const result = `${known.size} requirements, ${count.passed} of 2 proofs hold`;
  tell('proofs', '0.0', count.failed, result, { code: 0, output });
  return count;
}

async function timed(work: () => Promise<Ended>): Promise<{ ended: Ended; seconds: string }> {
  const from = performance.now();
  const ended = await work();
  return { ended, seconds: ((performance.now() - from) / 1000).toFixed(1) };
}

function tell(name: string, seconds: string, failed: number, result: string, ended: Ended): void {
  say(`${failed === 0 ? 'ok  ' : 'FAIL'} ${name.padEnd(7)} ${seconds.padStart(6)} s  ${result}`);
  if (failed > 0) say(ended.output.trimEnd().replaceAll(/^/gm, '    | '));
}

/** Stops what runs, and ends as one who was told to. */
async function giveUp(signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP'): Promise<void> {
  await stopPrograms();
  say(`Stopped by ${signal}.`);
  say('0 passed, 1 failed');
  process.exit(128 + constants.signals[signal]);
}

let isStopping = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    // npm passes a Ctrl-C on that the terminal has sent already.
    if (isStopping) return;
    isStopping = true;
    void giveUp(signal);
  });
}
process.on('exit', killPrograms);

async function runGate(): Promise<{ passed: number; failed: number }> {
  const from = performance.now();
  await rm(reports, { recursive: true, force: true });
  const counts = [...(await inTurns(2, checks, check)), ...(await inTurns(2, projects, runTests))];
  counts.push(await runTests(lastProject), await proveRequirements());
  say(`The gate took ${((performance.now() - from) / 1000).toFixed(0)} s.`);
  return sumOf(counts);
}

const { passed, failed } = await runGate().catch((error: unknown) => {
  process.stderr.write(`The gate broke: ${String(error)}\n`);
  return { passed: 0, failed: 1 };
});
say(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

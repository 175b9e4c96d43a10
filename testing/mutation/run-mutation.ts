// `npm run drill -- mutation [area …] [--changed]`: changes the code in one place after another and
// lists changes that no test notices. Fails below the pass line.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import { areas, type Area } from './areas.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const passPercent = 85;

type Mutant = Awaited<ReturnType<Stryker['runMutationTest']>>[number];

const columns = ['Killed', 'Survived', 'Timeout', 'NoCoverage'] as const;
const isCaught = ({ status }: Mutant) => status === 'Killed' || status === 'Timeout';
const isMissed = ({ status }: Mutant) => status === 'Survived' || status === 'NoCoverage';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** What the last run did not test, what it missed, and what has changed since. */
    changed: { type: 'boolean', default: false },
    concurrency: { type: 'string', default: '2' },
  },
});

/** Stryker reads and copies the working directory. */
process.chdir(root);
const chosen = areas.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
const unknown = positionals.filter((name) => !areas.some((area) => area.name === name));
if (unknown.length > 0) {
  const known = areas.map(({ name }) => name).join(', ');
  throw new Error(`Failed to test ${unknown.join(', ')}: there are the areas ${known}.`);
}
for (const area of chosen) {
  const start = performance.now();
  const mutants = await mutate(area);
  const minutes = Math.ceil((performance.now() - start) / 60_000);
  report(area, mutants, minutes);
  if (scoreOf(mutants) < passPercent) process.exitCode = 1;
}

function mutate({ name, files }: Area): Promise<Mutant[]> {
  // Vitest's configuration runs in separate processes.
  process.env['MUTATION_AREA'] = name;
  return new Stryker({
    mutate: [...files],
    testRunner: 'vitest',
    vitest: { configFile: 'testing/mutation/vitest.config.ts', related: false },
    plugins: ['@stryker-mutator/vitest-runner'],
    // Written by an interrupted run, too.
    incremental: true,
    incrementalFile: `.cache/mutation/${name}.json`,
    force: !values.changed,
    tempDirName: '.cache/mutation/copy',
    ignorePatterns: [
      '/**',
      '!/{contract,campaigns,server}/**',
      '!/testing/{setup,server,fuzz,mutation}/**',
      '!/package.json',
      '!/tsconfig.base.json',
      '!/server/tsconfig.rules.json',
      'node_modules',
    ],
    // It would be rewritten through an API that TypeScript 7 has dropped.
    tsconfigFile: 'none',
    concurrency: Number(values.concurrency),
    // A busy machine must not look like an endless loop, which a number of rounds limits.
    timeoutMS: 30_000,
    reporters: ['progress-append-only', 'html', 'json'],
    htmlReporter: { fileName: `.reports/mutation/${name}.html` },
    jsonReporter: { fileName: `.reports/mutation/${name}.json` },
  }).runMutationTest();
}

function report({ name }: Area, mutants: readonly Mutant[], minutes: number): void {
  for (const { status, fileName, location, mutatorName, replacement } of mutants.filter(isMissed)) {
    const place = `${path.relative(root, fileName)}:${location.start.line}`;
    process.stdout.write(`${status} ${place} ${mutatorName} ${JSON.stringify(replacement)}\n`);
  }
  process.stdout.write(`\n${name}, ${minutes} minutes\n\n${tableOf(mutants, root)}\n\n`);
}

/** Percentage of mutants that a test notices; 100 if there are none. */
function scoreOf(mutants: readonly Mutant[]): number {
  const caught = mutants.filter(isCaught).length;
  const all = caught + mutants.filter(isMissed).length;
  return all === 0 ? 100 : (100 * caught) / all;
}

/** A row per file, and one in total. */
function tableOf(mutants: readonly Mutant[], root: string): string {
  const byFile = Map.groupBy(mutants, ({ fileName }) => fileName.slice(root.length));
  const rows = [...byFile].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return [
    '| file | score | killed | survived | timeout | no coverage |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows.map(([file, own]) => rowOf(`\`${file}\``, own)),
    rowOf('all', mutants),
  ].join('\n');
}

function rowOf(name: string, mutants: readonly Mutant[]): string {
  const counts = columns.map((status) => mutants.filter((one) => one.status === status).length);
  return `| ${[name, `${scoreOf(mutants).toFixed(1)} %`, ...counts].join(' | ')} |`;
}

// `npm run faults -- <scenario>`: breaks the product under load and lets a separate program check
// what its clients saw. Exits with 1 if a promise was broken.
import { failover } from '../failover/failover.ts';
import { endThoughOpen } from './end-though-open.ts';
import { nightly } from './nightly.ts';
import { runScenario } from './run-scenario.ts';
import type { Scenario } from './scenarios/scenario.ts';
import { scenarios } from './scenarios.ts';
import { twoVersions } from './scenarios/two-versions.ts';

const words = process.argv.slice(2);
const isDiscarded = takeFlag('--discard');
/** By a run before this one. */
let isBuilt = takeFlag('--built');
const times = takeNumber('--times');
const minutes = takeNumber('--minutes');
const untilMs = performance.now() + (minutes ?? Number.POSITIVE_INFINITY) * 60_000;
const [name = '', ...more] = words;
const print = (line: string) => void process.stdout.write(`${line}\n`);
if (name === 'failover') {
  // Not one of all: it installs packages, as root.
  await run(name, failover(more, print));
} else if (name === 'versions') {
  await run(name, twoVersions(more, print));
} else if (name === 'nightly') {
  if (!(await nightly(more, { untilMs, isBuilt, print }))) process.exitCode = 1;
} else {
  const chosen = name === 'all' ? Object.keys(scenarios) : [name];
  if (!chosen.every((one) => Object.hasOwn(scenarios, one))) {
    const names = Object.keys(scenarios).join(', ');
    process.stderr.write(
      `Name a scenario: ${names}, failover, versions, nightly, or all (without these three).\n`,
    );
    process.exit(2);
  }
  for (const one of chosen) {
    const scenario = scenarios[one];
    if (scenario) await run(one, scenario);
  }
}
endThoughOpen();

async function run(title: string, scenario: Scenario): Promise<void> {
  const repeats = { times, untilMs, happened: 0 };
  const { isKept, isLate } = await runScenario(title, scenario, { isDiscarded, isBuilt, repeats });
  isBuilt = true;
  if (repeats.happened > 0) print(`${repeats.happened} times.`);
  if (!isKept || isLate) process.exitCode = 1;
}

function takeFlag(flag: string): boolean {
  const at = words.indexOf(flag);
  if (at !== -1) words.splice(at, 1);
  return at !== -1;
}

function takeNumber(flag: string): number | undefined {
  const at = words.indexOf(flag);
  if (at === -1) return undefined;
  const [, value] = words.splice(at, 2);
  const number = Number(value);
  if (!(number > 0)) {
    process.stderr.write(`${flag} must be followed by a number above 0, such as ${flag} 15.\n`);
    process.exit(2);
  }
  return number;
}

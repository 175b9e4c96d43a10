// `npm run drill -- faults <scenario>`: breaks the product under load and lets a separate program
// check what its clients saw. Exits with 1 if a promise was broken.
import { parseArgs } from 'node:util';
import { failover } from '../failover/failover.ts';
import { restore } from '../restore/restore.ts';
import { buildSite } from '../server/programs/serve-process.ts';
import { runScenario, type Scenario } from './run-scenario.ts';
import { scenarios } from './scenarios.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { times: { type: 'string' } },
});
const [name = '', ...words] = positionals;
const times = values.times === undefined ? undefined : Number(values.times);
const chosen = chosenScenarios();
if (chosen.length === 0) {
  const names = [...Object.keys(scenarios), 'failover', 'restore'].join(', ');
  process.stderr.write(`Name a scenario: ${names}, or all.\n`);
  process.exitCode = 2;
} else {
  await buildSite();
  for (const [title, scenario] of chosen) {
    if (!(await runScenario(title, scenario, times))) process.exitCode = 1;
  }
}
// Exits even with open handles: nobody watches a run that hangs.
process.exit();

/** `all` excludes those that install packages as root. */
function chosenScenarios(): [string, Scenario][] {
  if (name === 'all') return Object.entries(scenarios);
  if (name === 'failover') {
    return [[name, failover(words, (line) => void process.stdout.write(`${line}\n`))]];
  }
  if (name === 'restore') return [[name, restore(Number(words[0] ?? 200))]];
  return Object.entries(scenarios).filter(([each]) => each === name);
}

// `npm run drill -- faults <scenario>`: breaks the product under load and lets a separate program
// check what its clients saw. Exits with 1 if a promise was broken.
import { parseArgs } from 'node:util';
import { failover } from '../failover/failover.ts';
import { restore } from '../restore/restore.ts';
import { runScenario, type Scenario } from './run-scenario.ts';
import { scenarios } from './scenarios.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** Also keeps the evidence of broken promises. */
    discard: { type: 'boolean', default: false },
    /** The site has just been built. */
    built: { type: 'boolean', default: false },
    times: { type: 'string' },
    minutes: { type: 'string' },
  },
});
const [name = '', ...words] = positionals;
const times = numberOf('times');
const minutes = numberOf('minutes') ?? Number.POSITIVE_INFINITY;
const untilMs = performance.now() + minutes * 60_000;
const print = (line: string) => void process.stdout.write(`${line}\n`);
/** Excluded from `all`: these install packages as root. */
const others: Readonly<Record<string, () => Scenario>> = {
  failover: () => failover(words, print),
  restore: () => restore(numberIn(words[0])),
};
let isBuilt = values.built;
if (Object.hasOwn(others, name)) await run(name, others[name]?.());
else if (name === 'all') {
  for (const [one, scenario] of Object.entries(scenarios)) await run(one, scenario);
} else if (Object.hasOwn(scenarios, name)) await run(name, scenarios[name]);
else {
  const names = [...Object.keys(scenarios), ...Object.keys(others)].join(', ');
  process.stderr.write(`Name a scenario: ${names}, or all.\n`);
  process.exitCode = 2;
}
// Exits even with open handles: nobody watches a run that hangs.
process.exit();

async function run(title: string, scenario?: Scenario): Promise<void> {
  if (!scenario) return;
  const repeats = { times, untilMs, happened: 0 };
  const isDiscarded = values.discard;
  const { isKept, isLate } = await runScenario(title, scenario, { isDiscarded, isBuilt, repeats });
  isBuilt = true;
  if (repeats.happened > 0) print(`${repeats.happened} times.`);
  if (!isKept || isLate) process.exitCode = 1;
}

function numberOf(option: 'times' | 'minutes'): number | undefined {
  const number = numberIn(values[option]);
  if (number === undefined || number > 0) return number;
  throw new Error(`--${option} must be followed by a number above 0, such as 15.`);
}

function numberIn(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}

// `npm run faults -- <scenario>`: breaks the product under load and lets a separate program check
// what its clients saw. Exits with 1 if a promise was broken.
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { failover } from '../failover/failover.ts';
import { waitUntil } from '../server/wait-until.ts';
import { startFaultPostgres } from './fault-postgres.ts';
import { startFaultProduct, type FaultProduct } from './fault-product.ts';
import { openHistory, type History } from './history.ts';
import { scenarios, type Scenario } from './scenarios.ts';
import { visitUnlessGivenUp } from './visitor.ts';
import { twoVersions } from './two-versions.ts';
import { startVisitors } from './visitors.ts';

const quietMs = 100_000;
const checker = path.join(import.meta.dirname, 'check/check-history.ts');

const words = process.argv.slice(2);
/** The evidence of broken promises too. */
const isDiscarded = words.includes('--discard');
const [name = '', ...more] = words.filter((word) => word !== '--discard');
const print = (line: string) => void process.stdout.write(`${line}\n`);
if (name === 'failover') {
  // Not one of all: it installs packages, as root.
  await run(name, failover(more, print));
} else if (name === 'versions') {
  await run(name, twoVersions(more, print));
} else {
  const chosen = name === 'all' ? Object.keys(scenarios) : [name];
  if (!chosen.every((one) => Object.hasOwn(scenarios, one))) {
    const names = Object.keys(scenarios).join(', ');
    process.stderr.write(
      `Name a scenario: ${names}, failover, versions, or all (without these two).\n`,
    );
    process.exit(2);
  }
  for (const one of chosen) {
    const scenario = scenarios[one];
    if (scenario) await run(one, scenario);
  }
}

async function run(title: string, scenario: Scenario): Promise<void> {
  process.stdout.write(`${title}: ${scenario.title}\n`);
  const folder = await mkdtemp(path.join(tmpdir(), 'inaam-faults-'));
  const postgres = await (scenario.startDatabase ?? startFaultPostgres)(folder);
  let isKept = true;
  try {
    const historyFile = path.join(folder, 'history.jsonl');
    const version = await scenario.version?.(folder);
    const variables = scenario.variables?.(folder);
    const product = await startFaultProduct(postgres, folder, variables, version);
    let figures: Figures | undefined;
    try {
      figures = await underLoad(product, openHistory(historyFile), scenario, folder);
    } catch (error) {
      // What clients saw until then is checked all the same.
      process.stdout.write(`The scenario failed: ${String(error)}\n`);
    } finally {
      await product.stop();
    }
    process.stdout.write(`${JSON.stringify({ recoversMs: scenario.recoversMs, ...figures })}\n`);
    const files = [checker, postgres.url, historyFile, product.smsFile, `${folder}/programs.log`];
    const checked = spawnSync(process.execPath, files, { stdio: 'inherit' });
    const isLate = !figures || figures.recoveredMs > scenario.recoversMs;
    if (isLate) process.stdout.write('The site was not back in time.\n');
    isKept = isLate || checked.status !== 0;
    if (isKept) process.exitCode = 1;
  } finally {
    await postgres.stop();
    if (isKept && !isDiscarded) {
      process.stdout.write(`The history and the database are in ${folder}\n`);
    } else await rm(folder, { recursive: true });
  }
}

type Figures = { recoveredMs: number; journeys: number; freshMs: number };

async function underLoad(
  product: FaultProduct,
  history: History,
  scenario: Scenario,
  folder: string,
): Promise<Figures> {
  await product.startServe();
  await product.startDeliver();
  const { restMs = 0 } = scenario;
  const server = scenario.front?.(product) ?? product;
  const visitors = startVisitors({ server, history, restMs });
  let recoveredMs: number;
  try {
    recoveredMs = Math.round(await scenario.run(product, history, folder));
  } finally {
    await visitors.stop();
  }
  const journeys = visitors.mobiles().length;
  history.note('over');
  const from = performance.now();
  await visitUnlessGivenUp({ number: 0, server: product, history }, '8000000001');
  const freshMs = Math.round(performance.now() - from);
  // Jobs of a killed worker are taken over within a minute. The checker says what is missing.
  await waitUntil(() => product.areVouchersSent().catch(() => false), quietMs).catch(
    () => undefined,
  );
  return { recoveredMs, journeys, freshMs };
}

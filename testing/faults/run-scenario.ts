// The product under load, one scenario's faults, and the checker's verdict.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { waitUntil } from '../server/wait-until.ts';
import { startFaultPostgres } from './product/fault-postgres.ts';
import { startFaultProduct, type FaultProduct } from './product/fault-product.ts';
import { openHistory, type History } from './visitors/history.ts';
import type { Repeats } from './scenarios/repeated-fault.ts';
import type { Scenario } from './scenarios/scenario.ts';
import { visitUnlessGivenUp } from './visitors/visitor.ts';
import { startVisitors } from './visitors/visitors.ts';

const quietMs = 100_000;
const checker = path.join(import.meta.dirname, 'check/check-history.ts');

type Options = {
  /** The evidence of broken promises too. */
  isDiscarded: boolean;
  /** The site has been built. */
  isBuilt?: boolean;
  repeats: Repeats;
};

export type Outcome = {
  /** Undefined if the scenario failed. */
  figures: Figures | undefined;
  isKept: boolean;
  isLate: boolean;
};

type Figures = { recoveredMs: number; journeys: number; freshMs: number };

/** Prints what happens. */
export async function runScenario(
  title: string,
  scenario: Scenario,
  { isDiscarded, isBuilt = false, repeats }: Options,
): Promise<Outcome> {
  process.stdout.write(`${title}: ${scenario.title}\n`);
  const folder = await mkdtemp(path.join(tmpdir(), 'inaam-faults-'));
  const startDatabase = scenario.startDatabase ?? ((at: string) => startFaultPostgres(at));
  const postgres = await startDatabase(folder);
  let isFine = false;
  try {
    const historyFile = path.join(folder, 'history.jsonl');
    const product = await startFaultProduct(postgres, folder, {
      version: await scenario.version?.(folder),
      variables: scenario.variables?.(folder),
      hasDrawProxy: scenario.hasDrawProxy,
      isDirect: scenario.isDirect,
      isBuilt,
    });
    let figures: Figures | undefined;
    try {
      const run = { product, history: openHistory(historyFile), scenario, folder, repeats };
      figures = await underLoad(run);
    } catch (error) {
      // What clients saw until then is checked all the same.
      process.stdout.write(`The scenario failed: ${String(error)}\n`);
    } finally {
      await product.stop();
    }
    process.stdout.write(`${JSON.stringify({ recoversMs: scenario.recoversMs, ...figures })}\n`);
    const files = [checker, postgres.url, historyFile, product.smsFile, `${folder}/programs.log`];
    // Not synchronously: a cluster's own network may be in this process.
    const [status]: unknown[] = await once(
      spawn(process.execPath, files, { stdio: 'inherit' }),
      'exit',
    );
    const isKept = status === 0;
    const isLate = !figures || figures.recoveredMs > scenario.recoversMs;
    if (isLate) process.stdout.write('The site was not back in time.\n');
    isFine = isKept && !isLate;
    return { figures, isKept, isLate };
  } finally {
    await postgres.stop();
    if (!isFine && !isDiscarded) {
      process.stdout.write(`The history and the database are in ${folder}\n`);
    } else await rm(folder, { recursive: true });
  }
}

type Run = {
  product: FaultProduct;
  history: History;
  scenario: Scenario;
  folder: string;
  repeats: Repeats;
};

async function underLoad({ product, history, scenario, folder, repeats }: Run): Promise<Figures> {
  await product.startServe();
  await product.startDeliver();
  const { restMs = 0, comesAgain = false, leavesWithoutCode = false } = scenario;
  const server = scenario.front?.(product) ?? product;
  const load = { restMs, comesAgain, leavesWithoutCode, count: scenario.visitors };
  const visitors = startVisitors({ server, history, ...load });
  let recoveredMs: number;
  try {
    recoveredMs = Math.round(await scenario.run(product, history, folder, repeats));
  } finally {
    await visitors.stop();
  }
  const journeys = visitors.mobiles().length;
  history.note('over');
  const from = performance.now();
  const fresh = { number: 0, server: product, history, comesAgain };
  await visitUnlessGivenUp(fresh, '8000000001');
  const freshMs = Math.round(performance.now() - from);
  // Jobs of a killed worker are taken over within a minute. The checker says what is missing.
  await waitUntil(() => product.areVouchersSent().catch(() => false), quietMs).catch(
    () => undefined,
  );
  return { recoveredMs, journeys, freshMs };
}

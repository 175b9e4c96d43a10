// The product under load, one scenario's faults, and the checker's verdict.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type FaultPostgres, startFaultPostgres } from '../product/fault-postgres.ts';
import { packCodeOf } from '../product/packed-campaign.ts';
import { refill } from '../product/prepare-database.ts';
import { type Product, startProduct } from '../product/product.ts';
import type { ShopperServer } from '../server/shopper/shopper.ts';
import { waitUntil } from '../server/wait-until.ts';
import { type History, openHistory } from '../visitors/history.ts';
import { visitUnlessGivenUp } from '../visitors/visitor.ts';
import { startVisitors } from '../visitors/visitors.ts';

export type Scenario = {
  title: string;
  /** Replaces the single durable PostgreSQL. */
  startDatabase?: (folder: string) => Promise<FaultPostgres>;
  /** The visitors' endpoint instead of the site. */
  front?: (product: Product) => ShopperServer;
  /** Default: four. */
  visitors?: number;
  /** Between two journeys of a visitor. */
  restMs?: number;
  /** A session may end in mid-journey. */
  comesAgain?: boolean;
  /** Lost tries may exhaust a number's codes; its owner leaves. */
  leavesWithoutCode?: boolean;
  hasDrawProxy?: boolean;
  /** Each pack has a code, and some visitors share one. */
  hasPacks?: boolean;
  /** The programs connect to the database directly: a proxy shares its thread with the visitors. */
  isDirect?: boolean;
  /** Maximum recovery time of the site. */
  recoversMs: number;
  /** Of all programs. */
  variables?: (folder: string) => Readonly<Record<string, string>>;
  /** @returns recovery time, ms */
  run(product: Product, history: History, folder: string, repeats: Repeats): Promise<number>;
};

/** A repeated fault. */
export type Repetition = {
  /** How many run concurrently; default: one. */
  loops?: number;
  /** Before the first fault. */
  begin?: (product: Product) => Promise<void>;
  /** @returns ms until the site recovered */
  one: (product: Product, history: History, at: Turn) => Promise<number>;
  /** After the last fault. @returns ms until the site recovered */
  end?: (product: Product) => Promise<number>;
};

/** Both are counted from 0. */
type Turn = { place: number; loop: number };

/** How often, and until when by `performance.now()`; it counts as it goes. */
export type Repeats = { times: number | undefined; untilMs: number; happened: number };

const reportEvery = 25;

/** @param usual how often by default */
export function repeatedFault({ loops = 1, begin, one, end }: Repetition, usual: number) {
  return async (
    product: Product,
    history: History,
    _folder: string,
    repeats: Repeats,
  ): Promise<number> => {
    const { times = usual, untilMs } = repeats;
    let slowest = 0;
    let begun = 0;
    let hasFailed = false;
    await begin?.(product);
    // At least once, however little time is left after the start.
    const mayGoOn = () => begun === 0 || (performance.now() < untilMs && !hasFailed);
    const repeat = async (loop: number) => {
      while (begun < times && mayGoOn()) {
        const place = begun;
        begun += 1;
        slowest = Math.max(slowest, await one(product, history, { place, loop }));
        repeats.happened += 1;
        if (repeats.happened % reportEvery > 0) continue;
        await refill(product);
        process.stderr.write(`${repeats.happened} of ${times}\n`);
      }
    };
    // All must end before the product stops.
    const ended = await Promise.allSettled(
      Array.from({ length: loops }, async (_, loop) => {
        await repeat(loop).catch((error: unknown) => {
          hasFailed = true;
          throw error;
        });
      }),
    );
    for (const result of ended) if (result.status === 'rejected') throw result.reason;
    return Math.max(slowest, (await end?.(product)) ?? 0);
  };
}

const quietMs = 100_000;
const checker = path.join(import.meta.dirname, 'check/check-history.ts');

type Options = {
  /** Also keeps the evidence of broken promises. */
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

/** Prints progress. */
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
    const product = await startProduct(postgres, folder, {
      variables: scenario.variables?.(folder),
      hasDrawProxy: scenario.hasDrawProxy,
      isDirect: scenario.isDirect,
      hasPacks: scenario.hasPacks ?? false,
      isBuilt,
    });
    let figures: Figures | undefined;
    try {
      const run = { product, history: openHistory(historyFile), scenario, folder, repeats };
      figures = await underLoad(run);
    } catch (error) {
      // Check what clients saw until then anyway.
      process.stdout.write(`The scenario failed: ${String(error)}\n`);
    } finally {
      await product.stop();
    }
    process.stdout.write(`${JSON.stringify({ recoversMs: scenario.recoversMs, ...figures })}\n`);
    const files = [checker, postgres.url, historyFile, product.smsFile, `${folder}/programs.log`];
    // Asynchronous: a cluster's network may run in this process.
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
  product: Product;
  history: History;
  scenario: Scenario;
  folder: string;
  repeats: Repeats;
};

async function underLoad({ product, history, scenario, folder, repeats }: Run): Promise<Figures> {
  await product.startServe();
  await product.startDeliver();
  const { restMs = 0, comesAgain = false, leavesWithoutCode = false, hasPacks = false } = scenario;
  const server = scenario.front?.(product) ?? product;
  const load = { restMs, comesAgain, leavesWithoutCode, hasPacks, count: scenario.visitors };
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
  const pack = hasPacks ? packCodeOf(product, 0) : undefined;
  const fresh = { number: 0, server: product, history, comesAgain, pack };
  await visitUnlessGivenUp(fresh, '8000000001');
  const freshMs = Math.round(performance.now() - from);
  // A killed worker's jobs are taken over within a minute. The checker reports missing ones.
  await waitUntil(() => product.areVouchersSent().catch(() => false), quietMs).catch(
    () => undefined,
  );
  return { recoveredMs, journeys, freshMs };
}

// The product under load, one scenario's faults, and the checker's verdict.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type FaultPostgres, startFaultPostgres } from '../product/fault-postgres.ts';
import { openLoadBalancer, type LoadBalancer } from '../product/load-balancer.ts';
import { packCodeOf } from '../product/packed-campaign.ts';
import { refill } from '../product/prepare-database.ts';
import { type Product, startProduct } from '../product/product.ts';
import { Device, ownTime, type Site } from '../server/shopper/device.ts';
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
  /** Each pack has a code, and some visitors share one. */
  hasPacks?: boolean;
  /** Maximum recovery time of the site. */
  recoversMs: number;
  /** Of all programs. */
  variables?: (folder: string) => Readonly<Record<string, string>>;
  /**
   * @param times of a repeated fault, instead of the usual
   * @returns recovery time, ms
   */
  run(product: Product, history: History, folder: string, times?: number): Promise<number>;
};

/** A repeated fault. */
export type Repetition = {
  /** How many run concurrently; default: one. */
  loops?: number;
  /** Before the first fault. */
  begin?: (product: Product) => Promise<void>;
  /**
   * @param loop counted from 0
   * @returns ms until the site recovered
   */
  one: (product: Product, history: History, loop: number) => Promise<number>;
  /** After the last fault. @returns ms until the site recovered */
  end?: (product: Product) => Promise<number>;
};

const refillEvery = 25;

/** @param usual how often by default */
export function repeatedFault({ loops = 1, begin, one, end }: Repetition, usual: number) {
  return async (
    product: Product,
    history: History,
    _folder: string,
    times = usual,
  ): Promise<number> => {
    let slowest = 0;
    const turns = Array.from({ length: times }, (_, at) => at + 1);
    await begin?.(product);
    const repeat = async (loop: number) => {
      for (let turn = turns.shift(); turn !== undefined; turn = turns.shift()) {
        slowest = Math.max(slowest, await one(product, history, loop));
        if (turn % refillEvery === 0) await refill(product);
      }
    };
    // All must end before the product stops.
    const ended = await Promise.allSettled(
      Array.from({ length: loops }, async (_, loop) => {
        await repeat(loop).catch((error: unknown) => {
          turns.length = 0;
          throw error;
        });
      }),
    );
    for (const result of ended) if (result.status === 'rejected') throw result.reason;
    return Math.max(slowest, (await end?.(product)) ?? 0);
  };
}

/** Visitors come through a load balancer, which the scenario may change. */
export function behindBalancer(
  faultsOf: (balancer: LoadBalancer) => Scenario['run'],
): Pick<Scenario, 'front' | 'run'> {
  let balancer: LoadBalancer | undefined;
  return {
    front(product) {
      balancer = openLoadBalancer();
      balancer.add(product.origin);
      return { ...product, app: balancer.app };
    },
    async run(...asked) {
      if (!balancer) throw new Error('There is no load balancer.');
      try {
        return await faultsOf(balancer)(...asked);
      } finally {
        balancer.close();
      }
    },
  };
}

/** Until a call that needs the database succeeds. @returns ms since `from` */
export async function recovery({ app }: Pick<Site, 'app'>, from: number): Promise<number> {
  const device = new Device({ app, time: ownTime });
  device.remoteAddress = '10.9.0.1';
  await waitUntil(async () => (await device.start().catch(() => undefined))?.status === 200);
  return performance.now() - from;
}

const quietMs = 100_000;
const checker = path.join(import.meta.dirname, 'check/check-history.ts');

type Figures = { recoveredMs: number; journeys: number; freshMs: number };

/**
 * Prints progress, and keeps the evidence of a broken promise.
 * @returns whether all promises were kept, and the site was back in time
 */
export async function runScenario(
  title: string,
  scenario: Scenario,
  times?: number,
): Promise<boolean> {
  process.stdout.write(`${title}: ${scenario.title}\n`);
  const folder = await mkdtemp(path.join(tmpdir(), 'inaam-faults-'));
  const startDatabase = scenario.startDatabase ?? ((at: string) => startFaultPostgres(at));
  const postgres = await startDatabase(folder);
  let isFine = false;
  try {
    const historyFile = path.join(folder, 'history.jsonl');
    const product = await startProduct(postgres, folder, {
      variables: scenario.variables?.(folder),
      hasPacks: scenario.hasPacks ?? false,
    });
    let figures: Figures | undefined;
    try {
      const run = { product, history: openHistory(historyFile), scenario, folder, times };
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
    const isLate = !figures || figures.recoveredMs > scenario.recoversMs;
    if (isLate) process.stdout.write('The site was not back in time.\n');
    isFine = status === 0 && !isLate;
    return isFine;
  } finally {
    await postgres.stop();
    if (isFine) await rm(folder, { recursive: true });
    else process.stdout.write(`The history and the database are in ${folder}\n`);
  }
}

type Run = {
  product: Product;
  history: History;
  scenario: Scenario;
  folder: string;
  times: number | undefined;
};

async function underLoad({ product, history, scenario, folder, times }: Run): Promise<Figures> {
  await product.startServe();
  await product.startDeliver();
  const { restMs = 0, comesAgain = false, leavesWithoutCode = false, hasPacks = false } = scenario;
  const server = scenario.front?.(product) ?? product;
  const load = { restMs, comesAgain, leavesWithoutCode, hasPacks, count: scenario.visitors };
  const visitors = startVisitors({ server, history, ...load });
  let recoveredMs: number;
  try {
    recoveredMs = Math.round(await scenario.run(product, history, folder, times));
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

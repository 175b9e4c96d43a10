import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { diskFull } from './disk-full.ts';
import { holdConnections } from './hostile-connections.ts';
import { holdSnapshot } from './held-snapshot.ts';
import { recovery } from './recovery.ts';
import { frugal, smallMachine } from './small-machine.ts';
import { clockVariables, jumpClock } from './wrong-clock.ts';
import type { ShopperServer } from '../server/shopper.ts';
import { waitUntil } from '../server/wait-until.ts';
import { smsChaos } from './sms-chaos.ts';
import { contest } from './contested.ts';
import type { FaultPostgres } from './fault-postgres.ts';
import { unreadPipe, type FaultProduct } from './fault-product.ts';
import type { History } from './history.ts';

export type Scenario = {
  title: string;
  /** Instead of one durable PostgreSQL. */
  startDatabase?: (folder: string) => Promise<FaultPostgres>;
  /** @returns the folder of the version to begin with; left out: this one */
  version?: (folder: string) => Promise<string>;
  /** What visitors ask instead of the site itself. */
  front?: (product: FaultProduct) => ShopperServer;
  /** Between two journeys of a visitor. */
  restMs?: number;
  /** How long the site may need after the fault. */
  recoversMs: number;
  /** Of all programs. */
  variables?: (folder: string) => Readonly<Record<string, string>>;
  /** @returns how long the site needed, ms */
  run(product: FaultProduct, history: History, folder: string): Promise<number>;
};

function hole(fault: 'blackHole' | 'halfOpen'): Scenario['run'] {
  return async (product, history) => {
    let slowest = 0;
    for (let round = 0; round < 2; round++) {
      await pause(3000);
      history.note(fault);
      product.proxy[fault]();
      await pause(5000);
      product.proxy.heal();
      history.note('heal');
      const healed = performance.now();
      await waitUntil(() => product.isReady().catch(() => false));
      slowest = Math.max(slowest, await recovery(product, healed));
    }
    return slowest;
  };
}

/** Again and again, at moments that nothing in the product knows. */
async function killServe(product: FaultProduct, history: History): Promise<number> {
  let slowest = 0;
  for (let kill = 0; kill < 8; kill++) {
    await pause(300 + Math.random() * 1500);
    history.note('kill serve');
    const killed = performance.now();
    product.serve().kill('SIGKILL');
    await product.serve().ended;
    await product.startServe();
    slowest = Math.max(slowest, await recovery(product, killed));
  }
  return slowest;
}

/** A worker that is killed holds its jobs until the others see that its heartbeat is missing. */
async function killDeliver(product: FaultProduct, history: History): Promise<number> {
  product.deliver().kill('SIGTERM');
  await product.deliver().ended;
  for (let kill = 0; kill < 6; kill++) {
    await product.startDeliver(1 + Math.floor(Math.random() * 4));
    await product.deliver().ended;
    history.note('kill deliver between acceptance and note');
  }
  const killed = performance.now();
  await product.startDeliver();
  return recovery(product, killed);
}

async function killPostgres(product: FaultProduct, history: History): Promise<number> {
  let slowest = 0;
  for (let kill = 0; kill < 5; kill++) {
    await pause(1000 + Math.random() * 2000);
    history.note('kill PostgreSQL');
    const killed = performance.now();
    await product.postgres.kill();
    slowest = Math.max(slowest, await recovery(product, killed));
  }
  return slowest;
}

async function loseCommits(product: FaultProduct, history: History): Promise<number> {
  for (let lost = 0; lost < 12; lost++) {
    const isLost = product.proxy.loseAnswerToCommit();
    // Visitors may have come to an end of what they do; others come.
    await Promise.race([isLost, pause(5000)]);
    history.note('cut between commit and its answer');
    await pause(200 + Math.random() * 800);
  }
  return recovery(product, performance.now());
}

/** Makes the log grow beyond what a pipe holds. */
async function logReader(product: FaultProduct, history: History, folder: string): Promise<number> {
  const pipe = path.join(folder, 'unread');
  execFileSync('mkfifo', [pipe]);
  product.serve().kill('SIGTERM');
  await product.serve().ended;
  history.note('the log is not read');
  await product.startServe(unreadPipe(pipe));
  const from = performance.now();
  const request = { remoteAddress: '10.9.0.2', method: 'GET' as const, headers: {} };
  for (let asked = 0; asked < 1000; asked++) {
    await product.app.inject({ ...request, url: '/api/none' });
  }
  const needed = await recovery(product, from);
  const stopping = performance.now();
  product.serve().kill('SIGTERM');
  if ((await product.serve().ended) !== 0) throw new Error('serve did not stop in order.');
  history.note(`stopped in ${Math.round(performance.now() - stopping)} ms`);
  await product.startServe();
  return needed;
}

export const scenarios: Readonly<Record<string, Scenario>> = {
  contested: {
    title: 'two devices at two sites want the same numbers, codes and rewards at once',
    recoversMs: 60_000,
    run: async (product, history) => {
      await contest(product, history);
      return recovery(product, performance.now());
    },
  },
  'black-hole': {
    title: 'what is sent to the database disappears, twice for 5 s',
    recoversMs: 5000,
    run: hole('blackHole'),
  },
  'half-open': {
    title: 'the database is reached, and its answers disappear, twice for 5 s',
    recoversMs: 5000,
    run: hole('halfOpen'),
  },
  'kill-serve': {
    title: 'serve is killed 8 times at random moments',
    recoversMs: 3000,
    run: killServe,
  },
  'kill-deliver': {
    title: 'deliver is killed 6 times between acceptance and note',
    recoversMs: 3000,
    run: killDeliver,
  },
  'kill-postgres': {
    title: 'PostgreSQL is killed 5 times at random moments',
    recoversMs: 10_000,
    run: killPostgres,
  },
  'sms-chaos': {
    title: 'the SMS provider fails in five ways, then is away for 20 s, then has a backlog',
    // Codes go before vouchers: visitors who ask for more than the provider takes let none through.
    restMs: 1000,
    // The pause before a message's fifth try is most of it.
    recoversMs: 120_000,
    run: smsChaos,
  },
  'disk-full': {
    title: "the disk of PostgreSQL's write-ahead log is full for 10 s",
    recoversMs: 10_000,
    run: diskFull,
  },
  'wrong-clock': {
    title: "the clock of the programs' machine jumps by 40 days, -1 hour, 90 s and -10 years",
    recoversMs: 3000,
    variables: clockVariables,
    run: jumpClock,
  },
  'held-connections': {
    title: '10,000 idle connections and 200 slow bodies',
    recoversMs: 3000,
    run: holdConnections,
  },
  'small-machine': {
    title:
      'serve and deliver have 256 MB and a fifth of a processor, and three times too many come',
    // All who came meanwhile have to be served.
    recoversMs: 90_000,
    variables: () => frugal,
    run: smallMachine,
  },
  snapshot: {
    title: 'a snapshot of the database is held open',
    recoversMs: 3000,
    run: holdSnapshot,
  },
  'lost-commit': {
    title: '12 connections are cut between commit and its answer',
    recoversMs: 3000,
    run: loseCommits,
  },
  'log-reader': {
    title: 'nobody reads the log of serve',
    recoversMs: 60_000,
    run: logReader,
  },
};

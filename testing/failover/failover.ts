// Kills and pauses the primary, kills its Patroni, and cuts it off from the other machines, in turn
// and under load.
import { setTimeout as pause } from 'node:timers/promises';
import { brokenElsewhere } from '../product/fault-postgres.ts';
import type { Product } from '../product/product.ts';
import type { History } from '../visitors/history.ts';
import type { Scenario } from '../faults/run-scenario.ts';
import { visit } from '../visitors/visitor.ts';
import { waitUntil } from '../server/wait-until.ts';
import { startCluster, type Cluster } from './cluster.ts';
import type { ClusterNode } from './node.ts';

type Fault = { fail: (node: ClusterNode) => void; mend: (node: ClusterNode) => void };

const faults: ReadonlyMap<string, Fault> = new Map([
  ['kill', { fail: (node) => node.kill(), mend: (node) => node.start() }],
  ['pause', { fail: (node) => node.pause(), mend: (node) => node.resume() }],
  // The case for Patroni's watchdog: its PostgreSQL continues as if it were the primary.
  ['hang', { fail: (node) => node.hang(), mend: (node) => node.resume() }],
  // Its clients still reach it: what it acknowledges now must not be lost.
  ['cut', { fail: (node) => node.cutOff(), mend: (node) => node.join() }],
]);

const wholeMs = 180_000;

/**
 * `recoversMs` counts from when another primary has a standby: until then nothing may be
 * acknowledged.
 * @param words how often, and the names of the faults; by default, each once
 */
export function failover(words: readonly string[], print: (line: string) => void): Scenario {
  const [rounds = String(faults.size), ...named] = words;
  const kinds = named.length > 0 ? named : [...faults.keys()];
  let cluster: Cluster | undefined;
  return {
    title: `the primary of three fails ${rounds} times: ${kinds.join(', ')}`,
    recoversMs: 5000,
    // Mostly waiting; the shoppers meanwhile must not use up the vouchers.
    restMs: 1500,
    async startDatabase(folder) {
      cluster = await startCluster(folder);
      return brokenElsewhere(cluster);
    },
    async run(product, history) {
      if (!cluster) throw new Error('There is no cluster.');
      let slowest = 0;
      for (let round = 0; round < Number(rounds); round++) {
        const kind = kinds[round % kinds.length] ?? '';
        const figures = await runRound(cluster, { product, history, round, kind });
        print(JSON.stringify({ round: round + 1, ...figures }));
        slowest = Math.max(slowest, figures.backMs);
      }
      return slowest;
    },
  };
}

type Round = { product: Product; history: History; round: number; kind: string };

async function runRound(cluster: Cluster, { product, history, round, kind }: Round) {
  const fault = faults.get(kind);
  if (!fault) throw new Error(`Name a fault: ${[...faults.keys()].join(', ')}.`);
  const old = await waitUntil(() => cluster.primary());
  await pause(1000 + Math.random() * 2000);
  history.note(`${kind} ${old.name}`);
  const failed = performance.now();
  fault.fail(old);
  const next = await waitUntil(() => cluster.primary(old));
  const promoted = performance.now();
  history.note(`${next.name} is the primary`);
  await waitUntil(() => next.commits());
  const elected = performance.now();
  history.note(`${next.name} has a standby`);
  const throughProxy = reached(cluster, history);
  const mobile = String(8_100_000_000 + round);
  const stopWatching = watchCommits(next, history);
  let back = 0;
  let notCommitting = 0;
  try {
    await visit({ number: 50_000 + round, server: product, history }, mobile);
    back = performance.now();
  } finally {
    // A failed round must not watch forever.
    notCommitting = await stopWatching();
  }
  fault.mend(old);
  await waitUntil(() => cluster.isWhole(), wholeMs);
  history.note('whole again');
  return {
    kind,
    promotedSeconds: seconds(failed, promoted),
    patroniSeconds: seconds(failed, elected),
    proxyMs: Math.round((await throughProxy) - elected),
    backMs: Math.round(back - elected),
    notCommitting,
    wholeSeconds: seconds(back, performance.now()),
  };
}

/**
 * Through HAProxy, like the programs. @returns times of successful commits, by `performance.now()`
 */
async function reached(cluster: Cluster, history: History): Promise<number> {
  await waitUntil(() => cluster.commits());
  history.note('the primary is reached through the proxy');
  return performance.now();
}

/** The new primary may lose its standby again; then Patroni is not done. */
function watchCommits(next: ClusterNode, history: History): () => Promise<number> {
  const over = new AbortController();
  let failed = 0;
  const watch = async () => {
    while (!over.signal.aborted) {
      if (!(await next.commits())) {
        failed += 1;
        history.note(`${next.name} did not commit within a second`);
      }
      await pause(200);
    }
  };
  const watching = watch();
  return async () => {
    over.abort();
    await watching;
    return failed;
  };
}

const seconds = (from: number, until: number) => Math.round((until - from) / 100) / 10;

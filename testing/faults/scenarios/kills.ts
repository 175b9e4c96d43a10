// Programs and connections end repeatedly, at moments unknown to the product.
import { setTimeout as pause } from 'node:timers/promises';
import type { LoadBalancer } from '../../product/load-balancer.ts';
import type { Product } from '../../product/product.ts';
import { waitUntil } from '../../server/wait-until.ts';
import type { History } from '../../visitors/history.ts';
import { behindBalancer, recovery, type Repetition, repeatedFault } from '../run-scenario.ts';

/** Between faults: each must be answered, and then nobody knows what is in progress. */
const answersMax = 12;
const underWayMs = 40;
/** Commits. */
const passedMax = 3;

async function someAnswers(history: History): Promise<void> {
  const enough = history.answered() + 1 + Math.floor(Math.random() * answersMax);
  await waitUntil(() => history.answered() >= enough);
  await pause(Math.random() * underWayMs);
}

/** A killed worker holds its jobs until another one starts or notices. */
export const killDeliver: Repetition = {
  loops: 3,
  async begin(product) {
    await product.deliver().stop();
  },
  async one(product, history) {
    const deliver = await product.startDeliver(1 + Math.floor(Math.random() * 4));
    await deliver.ended;
    history.note('kill deliver between acceptance and note');
    return 0;
  },
  async end(product) {
    const killed = performance.now();
    await product.startDeliver();
    return recovery(product, killed);
  },
};

export const killPostgres: Repetition = {
  async one(product, history) {
    await someAnswers(history);
    history.note('kill PostgreSQL');
    const killed = performance.now();
    await product.postgres.kill();
    return recovery(product, killed);
  },
};

export const loseCommits: Repetition = {
  loops: 6,
  async one(product, history) {
    // Not each one: some must get through.
    await product.proxy.loseAnswerToCommit(Math.floor(Math.random() * passedMax));
    history.note('cut between commit and its answer');
    return 0;
  },
  end: (product) => recovery(product, performance.now()),
};

type Beside = Awaited<ReturnType<Product['startSecondServe']>>;

/** Two behind a load balancer, as operators run them: one even while the other is down. */
export const killServe = (usual: number) =>
  behindBalancer((balancer) => repeatedFault(killBehind(balancer), usual));

function killBehind(balancer: LoadBalancer): Repetition {
  let second: Beside | undefined;
  const startSecond = async (product: Product) => {
    second = await product.startSecondServe();
    balancer.add(second.origin);
    return second;
  };
  return {
    loops: 2,
    begin: async (product) => void (await startSecond(product)),
    async one(product, history, loop) {
      await someAnswers(history);
      history.note('kill serve');
      const killed = performance.now();
      if (loop === 0 || !second) {
        product.serve().kill('SIGKILL');
        await product.serve().ended;
        await product.startServe();
        return recovery(product, killed);
      }
      const { origin, program } = second;
      program.kill('SIGKILL');
      await program.ended;
      balancer.remove(origin);
      return recovery(await startSecond(product), killed);
    },
    end: () => recovery(balancer, performance.now()),
  };
}

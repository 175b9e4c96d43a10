// Programs and connections end repeatedly, at moments unknown to the product.
import { setTimeout as pause } from 'node:timers/promises';
import type { FaultProxy, Watcher } from '../../product/fault-proxy.ts';
import { openLoadBalancer, type LoadBalancer } from '../../product/load-balancer.ts';
import type { Product } from '../../product/product.ts';
import { waitUntil } from '../../server/wait-until.ts';
import type { History } from '../../visitors/history.ts';
import { recovery } from '../../visitors/observe.ts';
import { type Repetition, repeatedFault, type Scenario } from '../run-scenario.ts';

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
export function killServe(usual: number): Pick<Scenario, 'front' | 'run'> {
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
        return await repeatedFault(killBehind(balancer), usual)(...asked);
      } finally {
        balancer.close();
      }
    },
  };
}

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
    async one(product, history, { loop }) {
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

const steps = ['card', 'lock', 'write and commit'] as const;
const moments = ['before it is asked', 'before the answer', 'after the answer'] as const;
/** Longest time it lives on after the response. */
const aliveMs = 4;
/** What PostgreSQL sends last. */
const ends: Readonly<Record<Step, string>> = {
  card: '',
  lock: 'SELECT 1\0',
  'write and commit': 'COMMIT\0',
};

type Step = (typeof steps)[number];
type Place = { step: Step; moment: (typeof moments)[number] };

const places: readonly Place[] = steps.flatMap((step) =>
  moments.map((moment) => ({ step, moment })),
);

/**
 * Kills `serve` wherever a reward's transaction waits for something: the draw's card, the lock, the
 * write and its commit; each before the request, before the response arrives, and after.
 */
export const killInReward: Repetition = {
  async one(product, history, { place: number }) {
    const place = places[number % places.length];
    if (!place) throw new Error('There are no places.');
    // Otherwise each request for a reward kills the program before others are answered.
    await someAnswers(history);
    const { step, moment } = place;
    const proxy = step === 'card' ? cardsOf(product) : product.proxy;
    let killed = 0;
    const kill = () => {
      killed = performance.now();
      product.serve().kill('SIGKILL');
    };
    proxy.watch(killAt(step, moment, kill));
    await waitUntil(() => killed > 0);
    await product.serve().ended;
    proxy.watch();
    history.note(`killed serve: ${step}, ${moment}`);
    await product.startServe();
    return recovery(product, killed);
  },
};

function cardsOf({ drawProxy }: Product): FaultProxy {
  if (!drawProxy) throw new Error('There is no proxy between serve and draw.');
  return drawProxy;
}

/** `draws` is empty if `serve` only checks whether `draw` is up. */
const card = /"draws":\[\d/;
/** The statement, and its prepared name. */
const locking = /([\w-]{20})\0select \* from inaam\.lock_draw\(/;
/** `lock_draw`, the same on each connection. */
let lockName: string | undefined;

function stepOf(bytes: Buffer, isLocked: boolean): Step | undefined {
  const text = bytes.toString('latin1');
  if (card.test(text)) return 'card';
  if (isLocked && text.includes('commit\0')) return 'write and commit';
  lockName ??= locking.exec(text)?.[1];
  return lockName !== undefined && text.includes(lockName) ? 'lock' : undefined;
}

function killAt(step: Step, moment: Place['moment'], kill: () => void): Watcher {
  const reached = new Map<object, Step>();
  let isDying = false;
  const die = (inMs: number) => {
    isDying = true;
    setTimeout(kill, inMs);
  };
  return ({ bytes, from, link }) => {
    if (isDying) return moment === 'after the answer';
    if (from === 'program') {
      const next = stepOf(bytes, reached.get(link) === 'lock');
      if (next) reached.set(link, next);
      else reached.delete(link);
      if (next !== step || moment !== 'before it is asked') return true;
      die(0);
      return false;
    }
    if (reached.get(link) !== step || moment === 'before it is asked') return true;
    if (bytes.includes(ends[step]))
      die(moment === 'after the answer' ? Math.random() * aliveMs : 0);
    return moment === 'after the answer';
  };
}
